package dev.unitstr.contract;

@EveryRun
class TensorCallsTest extends TensorCallsContract {}
