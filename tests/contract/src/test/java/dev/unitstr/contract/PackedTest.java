package dev.unitstr.contract;

@EveryRun
class PackedTest extends PackedContract {}
