package dev.unitstr.contract;

@EveryRun
class SequencesTest extends SequencesContract {
    SequencesTest() {
        super(BufferKind.ALL);
    }
}
