package dev.unitstr.contract;

@EveryRun
class BufferOverloadsTest extends BufferOverloadsContract {}
