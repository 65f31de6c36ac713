"""Pictures as files: SVG, or PNG and PDF with the optional package typst."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from litslab.games.errors import GameError
from litslab.games.files import refuse_overwriting, write_new
from litslab.games.fonts import typst_fonts
from litslab.games.packages import missing_text

SUFFIXES = (".svg", ".png", ".pdf")
"""The file extensions that `save` supports."""

PIXELS_PER_INCH = 192
"""The resolution of a PNG. An SVG has 96 pixels per inch, so each becomes two by two."""

# The page is exactly as large as the picture. The SVG is passed as an input, not as a file.
_PAGE = (
    b"#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "
    b'"svg")\n'
)


class PictureError(GameError):
    """A picture that cannot be made; the text is one line with the reason."""


def check_target(path: Path, force: bool = False, suffixes: Sequence[str] = SUFFIXES) -> str:
    """Return the file extension of a picture, and check that the file can be written.

    Raises
    ------
    PictureError
        If the extension is not supported.
    WouldOverwriteError
        If there is such a file and `force` is not given.

    Examples
    --------
    >>> check_target(Path("opening.PNG"))
    '.png'
    """
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        expected = " or ".join(filter(None, (", ".join(suffixes[:-1]), suffixes[-1])))
        raise PictureError(f"{path}: expected a name that ends in {expected}")
    refuse_overwriting(path, force)
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
    OptionError
        If no font with the letters of the language in use is installed.
    """
    if suffix == ".svg":
        return svg.encode()
    try:
        import typst  # noqa: PLC0415 - optional, and only PNG and PDF need it
    except ImportError:
        raise PictureError(missing_text(f"a {suffix} picture", "typst")) from None
    inputs = {"svg": svg}
    fonts, _, _ = typst_fonts(svg)
    try:
        if suffix == ".png":
            return typst.compile(
                _PAGE, format="png", ppi=PIXELS_PER_INCH, sys_inputs=inputs, font_paths=fonts
            )
        # With a fixed time stamp the same picture gives the same file.
        return typst.compile(_PAGE, format="pdf", sys_inputs=inputs, font_paths=fonts, timestamp=0)
    except typst.TypstError as error:
        raise PictureError(
            f"typst cannot draw the picture: {str(error).splitlines()[0]}"
        ) from error


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
        If the extension is not supported, or the picture cannot be made.
    WouldOverwriteError
        If there is such a file and `force` is not given.
    FileError
        If the file cannot be written; an existing file is unchanged.
    """
    write_new(path, render(svg, check_target(path, force)), force)
