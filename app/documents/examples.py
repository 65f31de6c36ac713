"""Documents of the examples that ship with the package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from pydantic import RootModel

from litslab.app.documents.base import Document
from litslab.app.examples import Example


class ExampleDocument(Document):
    """A record, a study, or a file of puzzles."""

    name: str
    path: str
    """Where it is in the folder of all examples."""
    title: str
    text: str
    """What is in the file."""

    @classmethod
    def of(cls, example: Example) -> Self:
        """Describe an example."""
        return cls.made_of(example)

    def lines(self) -> Iterator[str]:
        """Yield the file, line by line."""
        yield from self.text.splitlines()


class AllExamplesDocument(Document):
    """All examples."""

    examples: list[ExampleDocument]

    @classmethod
    def of(cls, examples: list[Example]) -> Self:
        """Describe examples."""
        return cls(examples=[ExampleDocument.of(each) for each in examples])

    def lines(self) -> Iterator[str]:
        """Yield each name with its title."""
        widest = max(len(each.name) for each in self.examples)
        for each in self.examples:
            yield f"{each.name:{widest}}  {each.title}"


class ExampleAnswer(RootModel[ExampleDocument | AllExamplesDocument]):
    """`litslab example`: one, or all."""
