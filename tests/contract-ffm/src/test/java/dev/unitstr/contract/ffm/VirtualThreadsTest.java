package dev.unitstr.contract.ffm;

@EveryRun
class VirtualThreadsTest extends VirtualThreadsContract {}
