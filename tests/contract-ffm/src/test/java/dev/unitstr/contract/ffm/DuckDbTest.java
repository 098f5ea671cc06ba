package dev.unitstr.contract.ffm;

import dev.unitstr.contract.DuckDbContract;

@EveryRun
class DuckDbTest extends DuckDbContract {}
