package dev.unitstr.contract.ffm;

import dev.unitstr.contract.CacheContract;

@EveryRun
class CacheTest extends CacheContract {
    CacheTest() {
        super(SegmentKind.ALL);
    }
}
