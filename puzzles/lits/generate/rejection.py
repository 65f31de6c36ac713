"""Why a puzzle that was found is not the one that was asked for, and which option asks for that."""

from __future__ import annotations

from enum import StrEnum


class Rejection(StrEnum):
    """A reason to reject a puzzle: its text, which runs store and count, and the options that ask for the opposite.

    Examples
    --------
    >>> Rejection.named("too easy").relaxed_by
    '--level'
    """

    relaxed_by: str

    def __new__(cls, text: str, relaxed_by: str) -> Rejection:
        """Make a reason of its text and of the options that ask for the opposite."""
        made = str.__new__(cls, text)
        made._value_ = text
        made.relaxed_by = relaxed_by
        return made

    @classmethod
    def named(cls, text: str) -> Rejection:
        """Return the reason that has a text."""
        return next(each for each in cls if each == text)

    TOO_EASY = "too easy", "--level"
    TOO_HARD = "too hard", "--level"
    BEYOND_TECHNIQUES = "too hard for the techniques", "--level"
    TRIVIAL_REGIONS = "too many trivial regions", "--most-trivial"
    CONCENTRATED = "all difficulty in one step", "--most-concentrated"
    TRIAL_NEEDED = "a trial needed", "--no-trials"
    REQUIRED_UNUSED = "required technique not needed", "--require"
    EXCLUDED_USED = "excluded technique needed", "--exclude"
    FEW_L = "too few L", "--shapes"
    FEW_I = "too few I", "--shapes"
    FEW_T = "too few T", "--shapes"
    FEW_S = "too few S", "--shapes"
    FEW_O = "too few O", "--shapes"
    UNBALANCED = "shapes not equally often", "--balanced"
    EXCLUDED_SHAPE = "an excluded shape", "--without"
    CHOSEN_SQUARE = "a chosen square shaded otherwise", "--shaded or --unshaded"
    ASYMMETRIC_SHADING = "an asymmetric shading", "--shading-symmetry"
    FEW_KEYS = "too few key moments", "--keys"
    MANY_KEYS = "too many key moments", "--keys"
    OTHER_KEY = "another key moment", "--only-key"
    FEW_ROUNDS = "too few rounds", "--rounds"
    MANY_ROUNDS = "too many rounds", "--rounds"
    UNEQUAL_SIZES = "regions of different sizes", "--equal-sizes"
    LETTER_MISSING = "a letter missing", "--letters"
    SEVERAL_SOLUTIONS = "several solutions, or none", "what is asked of the regions, or take another --size"
    NOT_ACCEPTED = "not accepted", "what `accept` asks"
    REPEATED = "made already", "--size, --regions or --symmetry"
