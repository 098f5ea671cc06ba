package dev.unitstr.contract.ffm;

@EveryRun
class AccessTest extends AccessContract {}
