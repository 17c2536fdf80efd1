"""Running a command line: what happens when a command fails, is interrupted, or was typed wrongly."""

import os
import sys

import typer

from aircity.cli.terminal.output import complain, stderr, use_any_encoding
from aircity.cli.terminal.usage import USAGE_FAULT, usage_words
from aircity.errors import CityError, InputError
from aircity.machine import interruption

BAD_INPUT = 2


def run(app: typer.Typer) -> None:
    """Run a command line; bad input ends with exit code 2 and one clear line on stderr."""
    use_any_encoding()
    try:
        with interruption.raising():
            _check_unicode(sys.argv[1:])
            code = app(standalone_mode=False)
    except USAGE_FAULT as fault:
        sys.stderr.write(usage_words(fault))
        sys.exit(fault.exit_code)
    except (CityError, OSError) as error:  # OSError: a path that cannot be read or written
        complain(str(error))
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        code = interruption.EXIT_CODE
    except Exception:
        if not interruption.is_pressed():
            raise
        code = interruption.EXIT_CODE  # compiled code turns an interruption into an error of its own
    if code == interruption.EXIT_CODE and not interruption.is_told():
        stderr.print("stopped")
    sys.exit(code)


def _check_unicode(words: list[str]) -> None:
    """Raise for an argument whose bytes are no text in the terminal's encoding."""
    for number, word in enumerate(words, 1):
        try:
            word.encode()
        except UnicodeEncodeError as error:
            raise InputError(
                f"argument {number}, {os.fsencode(word)!r}, is no text in {sys.getfilesystemencoding()}; "
                "type it in UTF-8, or set LC_ALL=C.UTF-8"
            ) from error
