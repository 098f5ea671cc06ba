package dev.unitstr.contract.ffm;

@EveryRun
class CloseRaceTest extends CloseRaceContract {}
