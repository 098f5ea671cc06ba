package dev.unitstr.contract;

@EveryRun
class Ucs4Test extends Ucs4Contract {
    Ucs4Test() {
        super(BUFFERS);
    }
}
