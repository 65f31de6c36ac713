"""Playing the parts of a run on the workers of a Dask cluster; the extra ``cluster`` brings Dask."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.play import Part, play_part
from analysis.run import Run
from games.errors import GameError

_SECONDS_TO_ANSWER = 20
_SECONDS_FOR_A_WORKER = 60
_AHEAD = 3  # parts for each worker, so that none has to wait for this process
_RETRIES = 3


class ClusterError(GameError):
    """A Dask cluster that cannot be used; the text is one line that says why."""


def played_on_cluster(run: Run, waiting: list[Part], address: str) -> Iterator[tuple[Part, bytes]]:
    """Play parts on a cluster's workers and yield them as they are finished, in any order.

    A worker that dies loses nothing: its parts are played by another one.

    Parameters
    ----------
    run : Run
        What is played.
    waiting : list of Part
        The parts.
    address : str
        The address of the scheduler, ``tcp://host:port``.

    Raises
    ------
    ClusterError
        If Dask is not installed, the scheduler does not answer or has no workers, or a part fails wherever it is tried.
    """
    try:
        from distributed import Client, as_completed  # noqa: PLC0415 - optional
    except ImportError:
        raise ClusterError("--scheduler needs the package distributed: pip install 'litslab[cluster]'") from None
    try:
        client = Client(address, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"scheduler {address}: {str(error).splitlines()[0]}") from None
    with client, client.as_current():
        try:
            client.wait_for_workers(1, timeout=_SECONDS_FOR_A_WORKER)
        except TimeoutError:
            raise ClusterError(f"scheduler {address}: no worker came within {_SECONDS_FOR_A_WORKER} s") from None
        rest = iter(waiting)
        most = _AHEAD * max(1, sum(client.nthreads().values()))
        part_of = {}

        def submit(part: Part) -> object:
            future = client.submit(play_part, run, *part[1:], pure=False, retries=_RETRIES)
            part_of[future.key] = part
            return future

        working = as_completed([submit(part) for _, part in zip(range(most), rest, strict=False)])
        for future in working:
            part = part_of.pop(future.key)
            try:
                data = future.result()
            except Exception as error:
                raise ClusterError(f"part {part[0]} failed on the cluster: {type(error).__name__}: {error}") from error
            yield part, data
            future.release()
            for following in rest:
                working.add(submit(following))
                break
