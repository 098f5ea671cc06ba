package dev.unitstr.contract;

@EveryRun
class StreamsTest extends StreamsContract {
    StreamsTest() {
        super(BufferKind.ALL);
    }
}
