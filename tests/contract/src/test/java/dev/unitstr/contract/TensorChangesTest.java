package dev.unitstr.contract;

@EveryRun
class TensorChangesTest extends TensorChangesContract {}
