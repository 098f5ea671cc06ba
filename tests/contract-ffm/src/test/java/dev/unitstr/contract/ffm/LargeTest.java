package dev.unitstr.contract.ffm;

@EveryRun
class LargeTest extends LargeContract {}
