package dev.unitstr.contract.ffm;

import dev.unitstr.contract.PackedContract;

@EveryRun
class PackedTest extends PackedContract {}
