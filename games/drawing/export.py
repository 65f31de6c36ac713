"""Pictures as files: SVG as it is, PNG and PDF by way of the optional package typst."""

from __future__ import annotations

from pathlib import Path

from litslab.games.errors import GameError
from litslab.games.files import refuse_overwriting, write_new

SUFFIXES = (".svg", ".png", ".pdf")
"""The kinds of files that `save` writes."""

PIXELS_PER_INCH = 192
"""The resolution of a PNG: an SVG has 96 pixels an inch, so that each becomes two by two."""

# The page is exactly as large as the picture. The SVG comes in as an input, not as a file.
_PAGE = b'#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "svg")\n'


class PictureError(GameError):
    """A picture that cannot be made; the text is one line that says why."""


def check_suffix(path: Path) -> str:
    """Return the kind of file that a name asks for.

    Raises
    ------
    PictureError
        If it is none that can be written.

    Examples
    --------
    >>> check_suffix(Path("opening.PNG"))
    '.png'
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise PictureError(f"{path}: expected a name that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    return suffix


def check_target(path: Path, force: bool = False) -> str:
    """Return the kind of file that a picture becomes, after a look at whether it may go there.

    Raises
    ------
    PictureError
        If the name asks for none that can be written.
    WouldOverwriteError
        If there is such a file and `force` is not given.
    """
    suffix = check_suffix(path)
    if not force:
        refuse_overwriting(path)
    return suffix


def render(svg: str, suffix: str) -> bytes:
    """Return a picture as the bytes of a file.

    Parameters
    ----------
    svg : str
        A whole SVG document.
    suffix : str
        One of `SUFFIXES`.

    Raises
    ------
    PictureError
        If typst is not installed or cannot read the picture.
    """
    if suffix == ".svg":
        return svg.encode()
    try:
        import typst  # noqa: PLC0415 - optional, and only PNG and PDF need it
    except ImportError:
        raise PictureError(f"a {suffix} picture needs the package typst: pip install 'litslab[pictures]'") from None
    inputs = {"svg": svg}
    try:
        if suffix == ".png":
            # Only the fonts that typst brings: a picture looks the same on every machine.
            return typst.compile(_PAGE, format="png", ppi=PIXELS_PER_INCH, sys_inputs=inputs, ignore_system_fonts=True)
        # A fixed time stamp: the same picture gives the same file.
        return typst.compile(_PAGE, format="pdf", sys_inputs=inputs, ignore_system_fonts=True, timestamp=0)
    except typst.TypstError as error:
        raise PictureError(f"typst cannot draw the picture: {str(error).splitlines()[0]}") from error


def save(svg: str, path: Path, *, force: bool = False) -> None:
    """Write a picture; the file extension determines its format.

    Parameters
    ----------
    svg : str
        A whole SVG document.
    path : Path
        A name that ends in .svg, .png or .pdf.
    force : bool
        Whether an existing file may be replaced.

    Raises
    ------
    PictureError
        If the name ends in something else, or the picture cannot be made.
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If the file cannot be written; what was there before is unchanged.
    """
    suffix = check_target(path, force)
    write_new(path, render(svg, suffix), force)
