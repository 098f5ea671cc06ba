package dev.unitstr.contract.ffm;

@EveryRun
class SegmentOverloadsTest extends SegmentOverloadsContract {}
