package dev.unitstr.contract.ffm;

@EveryRun
class LivenessTest extends LivenessContract {}
