package dev.unitstr.contract.ffm;

@EveryRun
class RetainTest extends RetainContract {}
