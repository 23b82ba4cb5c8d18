"""The program bgo, started by `python -m bgo` or by the command `bgo` that the package installs."""

import signal
import sys

from bgo._bgo import run_program


def main() -> int:
    """Runs the program with the arguments of this process, and returns its exit status."""
    # Python would only note Ctrl-C, and look at the note once the program has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program([sys.executable, "-m", "bgo"], ["bgo", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
