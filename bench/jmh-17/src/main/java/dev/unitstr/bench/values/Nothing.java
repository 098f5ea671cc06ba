package dev.unitstr.bench.values;

import dev.unitstr.bench.tensor.Rivals;

/** The yardstick: whatever is asked for, a call by JNI that does nothing. */
final class Nothing extends Caller {
    private static final String[] NONE = {};

    Nothing() {
        Rivals.load();
    }

    @Override
    public long nop() {
        return Rivals.nothing();
    }

    @Override
    public String echo(String text) {
        return Rivals.nothing() == 0 ? text : "";
    }

    @Override
    public long upcall(long number) {
        return Rivals.nothing();
    }

    @Override
    public String[] readArray() {
        for (int i = 0; i < Packed.MANY; i++) {
            Rivals.nothing();
        }
        return NONE;
    }
}
