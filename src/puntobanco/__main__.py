"""`python -m puntobanco` is `punto`."""

from puntobanco.cli.start import main

main()
