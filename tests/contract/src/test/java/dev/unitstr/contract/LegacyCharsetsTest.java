package dev.unitstr.contract;

@EveryRun
class LegacyCharsetsTest extends LegacyCharsetsContract {
    LegacyCharsetsTest() {
        super(BufferKind.ALL);
    }
}
