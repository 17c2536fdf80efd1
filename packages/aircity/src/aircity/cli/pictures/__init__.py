"""Pictures that commands make for people: sheets, strips, cards, panoramas."""
