package dev.unitstr.contract;

@EveryRun
class ArrowTest extends ArrowContract {}
