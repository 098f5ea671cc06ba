package dev.unitstr.contract;

@EveryRun
class PiecesTest extends PiecesContract {}
