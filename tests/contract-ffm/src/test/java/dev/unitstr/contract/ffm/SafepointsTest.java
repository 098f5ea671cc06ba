package dev.unitstr.contract.ffm;

@EveryRun
class SafepointsTest extends SafepointsContract {}
