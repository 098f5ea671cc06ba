package dev.unitstr.contract.ffm;

import dev.unitstr.contract.IndexContract;

@EveryRun
class IndexTest extends IndexContract {
    IndexTest() {
        super(SegmentKind.ALL);
    }
}
