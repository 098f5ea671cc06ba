package dev.unitstr.contract.ffm;

@EveryRun
class SegmentTensorTest extends SegmentTensorContract {}
