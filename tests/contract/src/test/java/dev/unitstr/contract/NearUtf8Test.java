package dev.unitstr.contract;

@EveryRun
class NearUtf8Test extends NearUtf8Contract {
    NearUtf8Test() {
        super(BufferKind.ALL);
    }
}
