package dev.unitstr.contract.ffm;

@EveryRun
class SegmentValuesTest extends SegmentValuesContract {}
