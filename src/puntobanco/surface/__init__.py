"""What `import puntobanco` offers: few names on top of every other room, loaded when used."""
