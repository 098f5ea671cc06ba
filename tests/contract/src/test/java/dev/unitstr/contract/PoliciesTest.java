package dev.unitstr.contract;

@EveryRun
class PoliciesTest extends PoliciesContract {
    PoliciesTest() {
        super(BufferKind.ALL);
    }
}
