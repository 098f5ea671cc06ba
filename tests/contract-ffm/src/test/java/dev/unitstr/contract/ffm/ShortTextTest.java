package dev.unitstr.contract.ffm;

import dev.unitstr.contract.ShortTextContract;

@EveryRun
class ShortTextTest extends ShortTextContract {
    ShortTextTest() {
        super(SegmentKind.ALL);
    }
}
