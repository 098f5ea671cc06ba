package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ExhaustiveContract;

@EveryRun
class ExhaustiveTest extends ExhaustiveContract {
    ExhaustiveTest() {
        super(SegmentKind.ALL);
    }
}
