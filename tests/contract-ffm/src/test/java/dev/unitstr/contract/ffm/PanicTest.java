package dev.unitstr.contract.ffm;

import dev.unitstr.contract.PanicContract;

@EveryRun
class PanicTest extends PanicContract {}
