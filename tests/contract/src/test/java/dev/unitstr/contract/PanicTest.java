package dev.unitstr.contract;

@EveryRun
class PanicTest extends PanicContract {}
