package dev.unitstr.contract;

@EveryRun
class JvmOptionsTest extends JvmOptionsContract {
    JvmOptionsTest() {
        super(JvmOptionsProbe.class, Runtime.version().feature() == 17);
    }
}
