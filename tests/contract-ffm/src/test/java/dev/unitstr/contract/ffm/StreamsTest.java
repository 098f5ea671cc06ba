package dev.unitstr.contract.ffm;

import dev.unitstr.contract.StreamsContract;

@EveryRun
class StreamsTest extends StreamsContract {
    StreamsTest() {
        super(SegmentKind.ALL);
    }
}
