"""`python -m puntobanco` is `punto`."""

from puntobanco.cli.app import main

main()
