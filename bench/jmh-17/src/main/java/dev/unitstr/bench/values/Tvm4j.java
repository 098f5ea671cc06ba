package dev.unitstr.bench.values;

import dev.unitstr.bench.tensor.Rivals;

/**
 * How tvm4j, the binding in TVM's {@code jvm/}, does it: a native call for each argument and one for the call, strings by
 * Modified UTF-8, classes, methods and fields looked up by name each time, an object for each value. An emulation in C
 * ({@code tvm4j.c}), as tvm4j itself is not published for libtvm_ffi; it leaves out what tvm4j does beyond that.
 */
public final class Tvm4j extends Caller {
    /** What a call fills. */
    static final class Result {
        @SuppressWarnings("unused") // native code writes it
        Object value;
    }

    /** A value. */
    static final class Value {
        final String text;
        final long number;

        @SuppressWarnings("unused") // native code makes it
        Value(String text, long number) {
            this.text = text;
            this.number = number;
        }
    }

    private final long nop;
    private final long echo;
    private final long back;
    private final long item;
    private final long array;
    private final int count;

    /**
     * With an array of strings.
     *
     * @param library what is called
     * @param strings what the array has
     */
    public Tvm4j(TvmLibrary library, String[] strings) {
        Rivals.load();
        if (open(library.path().toString()) != 0) {
            throw new IllegalStateException("not " + library.path());
        }
        nop = function("testing.nop");
        echo = function("testing.echo");
        item = function("ffi.ArrayGetItem");
        back = callback();
        for (String string : strings) {
            pushString(string);
        }
        array = callObject(function("ffi.Array"));
        count = strings.length;
    }

    @SuppressWarnings("unused") // native code calls it
    private static Value back(Value[] arguments) {
        return new Value(null, arguments[0].number);
    }

    private static Value call(long function) {
        Result result = new Result();
        if (call(function, result) != 0) {
            throw new IllegalStateException("an error");
        }
        return (Value) result.value;
    }

    @Override
    public long nop() {
        return call(nop).number;
    }

    @Override
    public String echo(String text) {
        pushString(text);
        return call(echo).text;
    }

    @Override
    public long upcall(long number) {
        pushLong(number);
        return call(back).number;
    }

    @Override
    public String[] readArray() {
        String[] strings = new String[count];
        for (int i = 0; i < count; i++) {
            pushObject(array, 71);
            pushLong(i);
            strings[i] = call(item).text;
        }
        return strings;
    }

    private static native int open(String path);

    private static native long function(String name);

    private static native long callback();

    private static native void pushLong(long number);

    private static native void pushString(String text);

    private static native void pushObject(long object, int type);

    private static native long callObject(long function);

    private static native int call(long function, Result result);
}
