package dev.unitstr.contract;

@EveryRun
class DuckDbTest extends DuckDbContract {}
