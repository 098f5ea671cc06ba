#!/usr/bin/env python3
"""Writes policies.tsv: what Python makes of lone surrogates and of bytes that are not text. Run it in this folder."""
import random
import sys

HEADER = """\
# Policies that lose nothing. Columns, separated by tabs:
#   policy   charset   bytes   chars
# Bytes and chars (UTF-16 code units) are in hexadecimal; an empty column is an empty text. Each text comes back both ways.
# Made by make-policies.py with Python's error handlers surrogateescape and surrogatepass.
"""
BYTES = bytes.fromhex("00 61 7F 80 8F 90 9F A0 BF C0 C1 C2 DF E0 E1 ED EF F0 F1 F4 F5 FE FF C3 A9 E2 82 AC")
UNITS = [0, 0x61, 0xE9, 0x20AC, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDC80, 0xDCFF, 0xDFFF, 0xE000, 0xFEFF, 0xFFFF]
LOSSLESS = ("UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")


def units(text):
    return text.encode("utf-16-be", "surrogatepass").hex(" ", 2).upper()


def row(policy, charset, encoded, text):
    return "\t".join((policy, charset, encoded.hex(" ").upper(), units(text))) + "\n"


def main():
    source = random.Random(18)
    rows = [HEADER]
    for charset, codec in (("UTF-8", "utf-8"), ("US-ASCII", "ascii")):
        for length in range(0, 120):
            encoded = bytes(source.choice(BYTES) for _ in range(length % 40))
            text = encoded.decode(codec, "surrogateescape")
            assert text.encode(codec, "surrogateescape") == encoded
            rows.append(row("SURROGATE_ESCAPE", charset, encoded, text))
    for charset in LOSSLESS:
        for length in range(0, 80):
            chars = b"".join(source.choice(UNITS).to_bytes(2, "big") for _ in range(length % 40))
            text = chars.decode("utf-16-be", "surrogatepass")  # joins pairs
            rows.append(row("LOSSLESS", charset, text.encode(charset, "surrogatepass"), text))
    with open("policies.tsv", "w", encoding="ascii", newline="\n") as file:
        file.writelines(rows)


sys.exit(main())
