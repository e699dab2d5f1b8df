"""Counting by OpenAI's o200k_base vocabulary, shipped with the package so that nothing is ever downloaded."""

from __future__ import annotations

import re
from binascii import a2b_base64
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from inspector.errors import FileError

if TYPE_CHECKING:
    from tiktoken import Encoding

VOCABULARY = Path(__file__).with_name("data") / "o200k_base.tiktoken"
SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"  # the one tiktoken expects

# How o200k_base cuts a text before merging bytes: a fact of the encoding, as in tiktoken_ext.openai_public.
PATTERN = "|".join(
    [
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""",
        r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
        r"""\s*[\r\n]+""",
        r"""\s+(?!\S)""",
        r"""\s+""",
    ]
)

# The models tiktoken 0.14 maps to o200k_base (gpt-oss: o200k_harmony, the same ranks). Not gpt-6: unpublished.
OPENAI_O200K = re.compile(r"(?:^|[/:])(?:(?:chatgpt-|gpt-)4o|gpt-(?:4\.1|4\.5|5|oss)|o[134])(?![0-9a-z])")

_KEY = re.compile(r'name(?=":)')
_LONGEST_RUN = 100_000
_LONG_RUN = re.compile(rf"\s{{{_LONGEST_RUN}}}")

_lock = Lock()
_encoding: Encoding | None = None


def load_encoding(path: Path) -> Encoding:
    """Return the encoding built from the rank file at `path`; FileError unless it is the published o200k_base.

    Takes about a quarter of a second. Special tokens are left out: they'd never be produced for plain text.
    """
    hint = "reinstall tool-search-inspector: the vocabulary is part of the package"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"the o200k_base vocabulary could not be read: {path}: {error.strerror}", hint) from error
    if sha256(data).hexdigest() != SHA256:
        raise FileError(f"the o200k_base vocabulary is damaged (its sha256 differs): {path}", hint)
    import tiktoken

    ranks = {a2b_base64(token): int(rank) for token, rank in map(bytes.split, data.splitlines())}
    made = tiktoken.Encoding("o200k_base", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})
    # The encoder has made its own table of them; these would be 23 MB for as long as the program runs.
    ranks.clear()
    return made


def encoding() -> Encoding:
    """Return the one encoding of this process, loading it at the first call; safe to call from any thread."""
    global _encoding
    if _encoding is None:
        with _lock:
            if _encoding is None:
                _encoding = load_encoding(VOCABULARY)
    return _encoding


@dataclass(frozen=True, slots=True)
class O200kCounter:
    """Counts o200k_base tokens. Text that spells a special token counts as the plain text it is."""

    label: str
    exact: bool
    name: str = "o200k"

    def count(self, text: str) -> int:
        """Return the tokens of `text`; a lone surrogate counts as U+FFFD, which it would become on the wire."""
        return sum(len(encoding().encode_ordinary(piece)) for piece in _pieces(text))

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the tokens of each text."""
        # One after the other: tiktoken's own batch call with two threads measured slower on tool definitions.
        return [self.count(text) for text in texts]

    def pieces(self, text: str) -> Sequence[str]:
        """Return `text` cut where its tokens can be counted apart and added up: after every ``name`` that is a key.

        The expression takes no letter and quotation mark together, so there is always a border. A list of
        definitions thus falls into one piece a tool, and an edit changes few of them.
        """
        borders = [0, *(found.end() for found in _KEY.finditer(text)), len(text)]
        return [text[start:end] for start, end in pairwise(borders)]


def _pieces(text: str) -> Sequence[str]:
    """Return `text` cut inside runs of white space so long that tiktoken's expression overflows its stack on them."""
    if not _LONG_RUN.search(text):
        return (text,)
    pieces, start = [], 0
    for run in _LONG_RUN.finditer(text):
        pieces.append(text[start : run.end()])
        start = run.end()
    return (*pieces, text[start:])


def for_model(model: str | None) -> O200kCounter:
    """Return the o200k counter, exact if `model` is an OpenAI model of that vocabulary, else a stand-in."""
    if model is None:
        return O200kCounter("tiktoken o200k_base as a stand-in: estimate, no model given", exact=False)
    if OPENAI_O200K.search(model.lower()):
        return O200kCounter("tiktoken o200k_base, exact for GPT models", exact=True)
    return O200kCounter(f"tiktoken o200k_base as a stand-in: estimate for {model}", exact=False)
