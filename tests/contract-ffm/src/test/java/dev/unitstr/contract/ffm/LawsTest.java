package dev.unitstr.contract.ffm;

import dev.unitstr.contract.LawsContract;

@EveryRun
class LawsTest extends LawsContract {
    LawsTest() {
        super(SegmentKind.ALL);
    }
}
