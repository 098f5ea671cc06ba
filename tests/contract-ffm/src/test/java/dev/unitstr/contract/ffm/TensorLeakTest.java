package dev.unitstr.contract.ffm;

@EveryRun
class TensorLeakTest extends TensorLeakContract {}
