package dev.unitstr.contract.ffm;

@EveryRun
class SegmentChangesTest extends SegmentChangesContract {}
