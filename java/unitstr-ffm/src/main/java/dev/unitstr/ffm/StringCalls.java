package dev.unitstr.ffm;

import dev.unitstr.internal.memory.CallState;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adapts method handles of C functions, which take and return text as pointers and lengths, to method handles that take
 * and return {@link String}.
 *
 * {@snippet :
 * // int32_t u_strToUpper(UChar *dest, int32_t destCapacity, const UChar *src, int32_t srcLength,
 * //                      const char *locale, UErrorCode *error)
 * static final MethodHandle TO_UPPER = StringCalls.adapt(
 *         MethodHandles.filterArguments(
 *                 linker.downcallHandle(symbol, function), // (MemorySegment, int, MemorySegment, int, MemorySegment, MemorySegment)int
 *                 5, NO_ERROR), // sets *error to 0 before each call, because ICU does nothing after an error
 *         StringResult.ofBuffer(0, 1, 256, UnitCharsets.UTF_16).withReturnedLength().withRetryUpTo(1 << 20),
 *         StringParameter.of(2, 3, UnitCharsets.UTF_16),
 *         StringParameter.ofTerminated(4, StandardCharsets.US_ASCII)); // (String, String, MemorySegment)String
 *
 * String upper = (String) TO_UPPER.invokeExact("straße", "de", error);
 * if (error.get(JAVA_INT, 0) > 0) { // below 0 are warnings
 *     throw new IllegalStateException("ICU error " + error.get(JAVA_INT, 0));
 * }
 * }
 *
 * <p>The adapted handle has a {@code String} in place of each pointer to text that the caller passes, and a
 * {@code String[]} in place of each pointer to an array of them. Lengths, and the parameters of a {@link StringResult},
 * are dropped. All other parameters keep their order, also the segment for a
 * captured {@code errno}, which is the first. The result is an ordinary method handle: keep it in a {@code static final}
 * variable, bind arguments, filter its result.
 *
 * <p>The text of the arguments is valid only during the call. Do not adapt functions that keep the pointer, unless an
 * argument tells them to copy it, as {@code SQLITE_TRANSIENT} does.
 *
 * <p>Pointers and lengths that native code passes to Java are trusted, as in C, if they come without a size: a wrong one
 * can crash the process. If the layout of a pointer has a target layout, text is read only within its size. A pointer,
 * length or terminator that can be recognized as wrong causes these exceptions, here and in upcalls:
 * <ul>
 *   <li>{@link IllegalStateException}: the length or the number of pointers is negative, the length ends inside a unit, or is greater than the capacity of the
 *       buffer or the size of the pointer; or an unexpected null pointer, also in an array;
 *   <li>{@link IndexOutOfBoundsException}: the memory of a pointer with a size has no terminator, or not all pointers;
 *   <li>{@link IllegalArgumentException}: the length is greater than {@code Integer.MAX_VALUE} divided by the size of a
 *       unit; or the text is not empty and its pointer is an address below 4096, such as a field of a null struct, or
 *       negative, such as -1.
 * </ul>
 *
 * <p>Cost: each call encodes into memory that the thread keeps, up to 8 KiB for all texts and buffers of the call. With
 * the charsets that have a native codec and well-formed text, it allocates nothing but the result, except where {@code
 * copy} of {@link SegmentStrings} or {@link StringResult#withFree} does. What does not fit goes to a confined arena, which is closed after the call. Calls
 * may be nested: a function may call back into Java code that calls a function. A function in Java sees segments that may
 * be larger than the text.
 *
 * @since 0.1.0
 */
public final class StringCalls {
    private static final MethodHandle BEGIN = step("begin", CallState.class);
    private static final MethodHandle END = step("end", void.class, CallState.class);
    private static final MethodHandle ENCODE =
            step("encode", void.class, TextParameter.class, int.class, CallState.class, String.class);
    private static final MethodHandle ENCODE_ALL =
            step("encodeAll", void.class, TextParameter.class, int.class, CallState.class, String[].class);
    private static final MethodHandle POINTER = step("pointer", MemorySegment.class, int.class, CallState.class);
    private static final MethodHandle LENGTH = step("length", long.class, int.class, CallState.class);
    private static final MethodHandle INT_LENGTH = step("intLength", int.class, int.class, int.class, CallState.class);
    private static final MethodHandle SHORT_LENGTH =
            step("shortLength", short.class, int.class, int.class, CallState.class);
    private static final MethodHandle PREPARE =
            step("prepare", void.class, TextResult.class, int.class, CallState.class);
    private static final MethodHandle GROW =
            step("grow", boolean.class, TextResult.class, int.class, long.class, CallState.class);
    private static final MethodHandle FINISH = step(
            "finish",
            String.class,
            TextResult.class,
            int.class,
            MemorySegment.class,
            MemorySegment.class,
            long.class,
            CallState.class);
    private static final MethodHandle READ =
            step("read", String.class, TextParameter.class, MemorySegment.class, MemorySegment.class, long.class);
    private static final MethodHandle READ_ALL =
            step("readAll", String[].class, TextParameter.class, MemorySegment.class, long.class);
    private static final MethodHandle GIVE =
            step("give", MemorySegment.class, TextResult.class, SegmentAllocator.class, String.class);
    private static final MethodHandle IS_OWNED = step("isOwned", boolean.class, MemorySegment.class);
    private static final MethodHandle STORED = step("stored", MemorySegment.class, int.class, CallState.class);

    private StringCalls() {}

    /**
     * Adapts a function that takes text.
     *
     * <p>A call throws what the function's handle throws, and, before the function is called, a
     * {@link NullPointerException} for a null text that is not nullable, or a null element of an array that may not have
     * one; an {@link IllegalArgumentException} for a {@code '\0'} in a text with a terminator, unless it is allowed, or a
     * length that the type of the parameter cannot hold; and a {@link dev.unitstr.MalformedTextException} if the policy
     * reports an error in the text.
     *
     * @param function the function: a handle from a linker, or any other handle with parameters of the same types
     * @param parameters the texts that the function takes; may be empty
     * @return the adapted handle
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code function} has no parameter with a described index, its type is not the
     *     described one, or two descriptions have the same index
     * @throws IllegalArgumentException if a text with a terminator has a policy that may replace characters by
     *     {@code '\0'}, and that is not allowed
     * @throws UnsupportedOperationException if the charset of a text cannot encode
     */
    public static MethodHandle adapt(MethodHandle function, StringParameter... parameters) {
        Objects.requireNonNull(function, "function");
        return new Adaptation(function.type(), null, false, parameters).adapt(function);
    }

    /**
     * Adapts a function that returns text, and may take text. The result of the adapted handle is a {@code String}.
     *
     * <p>A call throws the exceptions listed at {@link #adapt(MethodHandle, StringParameter...)}, the exceptions of the
     * check of {@code result}, those listed above for a wrong pointer or length, and a
     * {@link dev.unitstr.MalformedTextException} if the policy of {@code result} is REPORT and the text is malformed.
     *
     * @param function the function: a handle from a linker, or any other handle with parameters of the same types
     * @param result the text that the function returns
     * @param parameters the texts that the function takes; may be empty
     * @return the adapted handle
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code function} has no parameter with a described index, its type or the type
     *     of the result is not the described one, or two descriptions have the same index
     * @throws IllegalArgumentException if the function returns something that is neither the pointer nor the length, and
     *     {@code result} has no check
     * @throws IllegalArgumentException if a text with a terminator has a charset that does not encode NUL as one zero
     *     unit, or a policy that may replace characters by {@code '\0'}
     * @throws IllegalArgumentException if {@code result} has a retry without a length, a length in bytes without a length
     *     or capacity, a buffer that is nullable without a length, or a capacity that 2 bytes cannot hold where the
     *     function takes 2
     * @throws UnsupportedOperationException if the charset of a text in {@code parameters} cannot encode
     * @throws IllegalCallerException if text is at a pointer, and native access is denied to {@code dev.unitstr.ffm}
     */
    public static MethodHandle adapt(MethodHandle function, StringResult result, StringParameter... parameters) {
        Objects.requireNonNull(function, "function");
        return new Adaptation(function.type(), (TextResult) Objects.requireNonNull(result, "result"), false, parameters)
                .adapt(function);
    }

    /**
     * Adapts a Java method that takes {@code String} to the type of a C callback that is passed pointers to text, for
     * {@link java.lang.foreign.Linker#upcallStub}.
     *
     * {@snippet :
     * // int compare(void *context, int lengthA, const void *a, int lengthB, const void *b)
     * FunctionDescriptor function = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
     * MethodHandle stub = StringCalls.adaptUpcall(
     *         compare, // (MemorySegment, String, String)int
     *         function,
     *         StringParameter.of(2, 1, UnitCharsets.UTF_16).withLengthInBytes(),
     *         StringParameter.of(4, 3, UnitCharsets.UTF_16).withLengthInBytes());
     * MethodHandle equal = MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, Throwable.class);
     * MethodHandle guarded = MethodHandles.catchException(stub, Throwable.class, equal); // 0 in place of an exception
     * MemorySegment pointer = linker.upcallStub(guarded, function, arena); // for C, while the arena is open
     * }
     *
     * <p>The parameters of {@code target} are those of the function in their order, with a {@code String} or
     * {@code String[]} in place of each pointer to text or texts, and without the lengths. Several texts may have the same
     * length, as the values and names of a row have the same count. An exception in an upcall ends the JVM. That also applies to the
     * exceptions of the adapter: those listed above for a wrong pointer or length, and a
     * {@link dev.unitstr.MalformedTextException} with REPORT. To return a value to C in place of the exception, apply
     * {@link MethodHandles#catchException} to the adapted handle, as above.
     *
     * @param target the Java method
     * @param function the C function, as passed to {@code upcallStub}
     * @param parameters the texts that the function is passed; may be empty
     * @return the adapted handle, whose type is {@code function.toMethodType()}
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code function} has no parameter with a described index, its type is not the
     *     described one, two descriptions have the same index for a pointer, or {@code target} has another type than the
     *     one that follows from them
     * @throws IllegalCallerException if native access is denied to {@code dev.unitstr.ffm}
     */
    public static MethodHandle adaptUpcall(
            MethodHandle target, FunctionDescriptor function, StringParameter... parameters) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(function, "function");
        return new Adaptation(function.toMethodType(), null, true, parameters).adaptUpcall(target);
    }

    /**
     * Adapts a Java method that takes and returns {@code String} to the type of a C callback that returns a pointer to
     * text.
     *
     * <p><b>The allocator decides how long the text exists</b>, because the adapter keeps none: each call allocates the
     * text and its terminator from it, and C may read the text as long as that memory is there.
     * <ul>
     *   <li>C frees the text: an allocator that calls the function which belongs to the one that C calls, such as
     *       {@code malloc} for {@code free};
     *   <li>C reads the text before it calls again: {@link SegmentAllocator#prefixAllocator}, with memory for the longest
     *       text, in an arena that is open as long as C may read. Each call overwrites the text of the call before,
     *       in every thread;
     *   <li>C keeps the pointer: an arena that is open as long. Each call takes more of its memory.
     * </ul>
     *
     * {@snippet :
     * // char *complete(const char *text, int state), whose result readline frees
     * FunctionDescriptor function = FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT);
     * MethodHandle stub = StringCalls.adaptUpcall(
     *         complete, // (String, int)String
     *         function,
     *         StringResult.ofPointer(StandardCharsets.UTF_8).nullable(),
     *         (bytes, alignment) -> malloc(bytes), // the result of malloc, reinterpreted to that size
     *         StringParameter.ofTerminated(0, StandardCharsets.UTF_8));
     * MethodHandle none = MethodHandles.constant(MemorySegment.class, MemorySegment.NULL); // in place of an exception
     * MethodHandle guarded = MethodHandles.catchException(
     *         stub, Throwable.class, MethodHandles.dropArguments(none, 0, Throwable.class));
     * }
     *
     * <p>An exception in an upcall ends the JVM, as above. It may also be one of the allocator; a
     * {@link NullPointerException} for a null result that is not nullable; an {@link IllegalArgumentException} for a result
     * with a {@code '\0'}, or an allocator with memory on the heap; or a {@link dev.unitstr.MalformedTextException} if
     * the policy of {@code result} is REPORT.
     *
     * @param target the Java method
     * @param function the C function, as passed to {@code upcallStub}, which returns a pointer
     * @param result the text that the function returns, made by {@link StringResult#ofPointer}; with
     *     {@link StringResult#nullable}, a null string is a null pointer
     * @param allocator the allocator of the text, which is called for each text; the memory must be native
     * @param parameters the texts that the function is passed; may be empty
     * @return the adapted handle, whose type is {@code function.toMethodType()}
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code result} has a place other than the returned pointer, a length, a check or
     *     a function that frees, a charset that does not encode NUL as one zero unit, or a policy that may replace
     *     characters by {@code '\0'}
     * @throws IllegalArgumentException if {@code function} returns no pointer, has no parameter with a described index, its
     *     type is not the described one, two descriptions have the same index for a pointer, or {@code target} has another
     *     type than the one that follows from them
     * @throws UnsupportedOperationException if the charset of {@code result} cannot encode
     * @throws IllegalCallerException if native access is denied to {@code dev.unitstr.ffm}
     */
    public static MethodHandle adaptUpcall(
            MethodHandle target,
            FunctionDescriptor function,
            StringResult result,
            SegmentAllocator allocator,
            StringParameter... parameters) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(function, "function");
        TextResult text = (TextResult) Objects.requireNonNull(result, "result");
        Objects.requireNonNull(allocator, "allocator");
        text.checkUpcall();
        MethodHandle adapted = new Adaptation(function.toMethodType(), text, true, parameters).adaptUpcall(target);
        return MethodHandles.filterReturnValue(adapted, MethodHandles.insertArguments(GIVE, 0, text, allocator));
    }

    private static MethodHandle step(String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findStatic(CallTexts.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** All memory. A pointer without a size is an offset in it, so that no segment is created to read its text. */
    @SuppressWarnings("restricted")
    private static MemorySegment everything() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    /** The type of a function, compared with the descriptions of its texts. */
    private static final class Adaptation {
        private final MethodType type;
        private final @Nullable TextResult result;
        /** Whether C calls Java. Only there, several texts may have the same length. */
        private final boolean upcall;

        private final TextParameter[] parameters;
        /** For each parameter of the function that the adapter passes: how to get it from the state of the call. */
        private final @Nullable MethodHandle[] sources;
        /** For each parameter of the function that is a pointer to text: its description. */
        private final @Nullable TextParameter[] texts;

        Adaptation(MethodType type, @Nullable TextResult result, boolean upcall, StringParameter... parameters) {
            this.type = type;
            this.result = result;
            this.upcall = upcall;
            this.parameters = Arrays.stream(Objects.requireNonNull(parameters, "parameters"))
                    .map(parameter -> (TextParameter) Objects.requireNonNull(parameter, "parameter"))
                    .toArray(TextParameter[]::new);
            sources = new MethodHandle[type.parameterCount()];
            texts = new TextParameter[type.parameterCount()];
            for (int place = 0; place < parameters.length; place++) {
                TextParameter parameter = this.parameters[place];
                claim(parameter.pointer(), POINTER, place);
                texts[parameter.pointer()] = parameter;
                if (parameter.hasLength()) {
                    claim(parameter.length(), LENGTH, place);
                }
            }
            if (result != null) {
                claim(result, parameters.length);
            }
        }

        private void claim(TextResult result, int place) {
            result.checkCombination();
            TextResult.Place text = result.place();
            int lengthAt = result.length().at();
            if (text.pointer() >= 0) {
                claim(text.pointer(), POINTER, place);
            }
            if (text.isBuffer()) {
                boolean inMemory = lengthAt == text.capacity();
                claim(text.capacity(), inMemory ? POINTER : LENGTH, inMemory ? place + 1 : place);
                boolean isShort = inMemory
                        ? result.length().bytes() == Short.BYTES
                        : type.parameterType(text.capacity()) == short.class;
                if (isShort && result.capacity(text.maxUnits()) > Short.MAX_VALUE) {
                    throw new IllegalArgumentException("the buffer has up to " + result.capacity(text.maxUnits())
                            + (result.text().isInBytes() ? " bytes" : " units") + ", but parameter " + text.capacity()
                            + " has 2 bytes: at most " + Short.MAX_VALUE);
                }
            }
            if (lengthAt >= 0 && !(text.isBuffer() && lengthAt == text.capacity())) {
                claim(lengthAt, POINTER, place + 1);
            }
            Class<?> returned = type.returnType();
            if (text.pointer() == TextResult.RETURNED && returned != MemorySegment.class) {
                throw wrong("result", returned, "a MemorySegment, the pointer to the text");
            }
            if (lengthAt == TextResult.RETURNED && !isInteger(returned)) {
                throw wrong("result", returned, "a short, an int or a long, the length of the text");
            }
            MethodHandle check = result.check();
            if (check != null) {
                MethodType expected = returned == void.class
                        ? MethodType.methodType(void.class)
                        : MethodType.methodType(void.class, returned);
                if (!check.type().equals(expected)) {
                    throw new IllegalArgumentException("check has the type " + check.type() + ": expected " + expected);
                }
            } else if (!returnsText() && returned != void.class) {
                throw new IllegalArgumentException("the function returns a value of type " + returned.getName()
                        + ", which is neither the pointer nor the length: see withCheck");
            }
        }

        private boolean returnsText() {
            return result != null
                    && (result.place().pointer() == TextResult.RETURNED
                            || result.length().at() == TextResult.RETURNED);
        }

        private void claim(int index, MethodHandle source, int place) {
            if (index >= sources.length) {
                throw new IllegalArgumentException(
                        "parameter " + index + " is described, but the function has the type " + type);
            }
            if (sources[index] != null && !(upcall && source == LENGTH)) {
                throw new IllegalArgumentException("parameter " + index + " is described twice");
            }
            Class<?> given = type.parameterType(index);
            if (source == POINTER) {
                if (given != MemorySegment.class) {
                    throw wrong("parameter " + index, given, "a MemorySegment, a pointer");
                }
            } else if (!isInteger(given)) {
                throw wrong("parameter " + index, given, "a short, an int or a long, a length or capacity");
            }
            sources[index] = given == int.class
                    ? MethodHandles.insertArguments(INT_LENGTH, 0, place, index)
                    : given == short.class
                            ? MethodHandles.insertArguments(SHORT_LENGTH, 0, place, index)
                            : MethodHandles.insertArguments(source, 0, place);
        }

        private static boolean isInteger(Class<?> type) {
            return type == short.class || type == int.class || type == long.class;
        }

        private static IllegalArgumentException wrong(String what, Class<?> given, String expected) {
            return new IllegalArgumentException(what + " has the type " + given.getName() + ": expected " + expected);
        }

        /** Returns the type of the Java side, with indices[i] set to the place of parameter i of the function. */
        private List<Class<?>> javaTypes(int[] indices, int first) {
            List<Class<?>> types = new ArrayList<>();
            for (int i = 0; i < sources.length; i++) {
                if (sources[i] == null || texts[i] != null) {
                    indices[i] = first + types.size();
                    types.add(texts[i] != null ? texts[i].javaType() : type.parameterType(i));
                }
            }
            return types;
        }

        MethodHandle adapt(MethodHandle function) {
            for (TextParameter parameter : parameters) {
                parameter.checkEncodes();
            }
            int[] indices = new int[sources.length];
            List<Class<?>> types = javaTypes(indices, 1);
            types.add(0, CallState.class);
            int[] order = new int[sources.length];
            MethodHandle call = function;
            for (int i = 0; i < sources.length; i++) {
                if (sources[i] == null) {
                    order[i] = indices[i];
                } else {
                    call = MethodHandles.filterArguments(call, i, sources[i]); // the state is at index 0
                }
            }
            call = MethodHandles.permuteArguments(call, MethodType.methodType(type.returnType(), types), order);
            if (result != null) {
                call = MethodHandles.foldArguments(
                        withResult(call), MethodHandles.insertArguments(PREPARE, 0, result, parameters.length));
            }
            for (int place = parameters.length - 1; place >= 0; place--) {
                MethodHandle encode = MethodHandles.insertArguments(
                        parameters[place].isArray() ? ENCODE_ALL : ENCODE, 0, parameters[place], place);
                call = MethodHandles.foldArguments(
                        call,
                        MethodHandles.permuteArguments(
                                encode,
                                MethodType.methodType(void.class, types),
                                0,
                                indices[parameters[place].pointer()]));
            }
            boolean usesState = Arrays.stream(sources).anyMatch(Objects::nonNull);
            return usesState
                    ? MethodHandles.foldArguments(MethodHandles.tryFinally(call, end(call)), BEGIN)
                    : MethodHandles.insertArguments(call, 0, (Object) null);
        }

        /** Appends the steps after the call: retry, check, read. */
        private MethodHandle withResult(MethodHandle function) {
            MethodHandle call = function;
            Class<?> returned = type.returnType();
            int place = parameters.length;
            boolean returnsLength = result.length().at() == TextResult.RETURNED;
            if (result.place().maxUnits() > result.place().units()) {
                MethodHandle grow = MethodHandles.insertArguments(GROW, 0, result, place);
                call = repeated(call, returnsLength ? grow : MethodHandles.insertArguments(grow, 0, 0L), returnsLength);
            }
            boolean readsPointer = !result.place().isBuffer();
            MethodHandle finish = MethodHandles.insertArguments(
                    FINISH, 0, result, place, readsPointer ? everything() : MemorySegment.NULL);
            if (result.place().pointer() == TextResult.RETURNED) {
                finish = MethodHandles.insertArguments(finish, 1, 0L);
            } else {
                finish = MethodHandles.insertArguments(finish, 0, (Object) null);
                if (!returnsLength) {
                    finish = MethodHandles.insertArguments(finish, 0, 0L);
                    if (returned != void.class) {
                        finish = MethodHandles.dropArguments(finish, 0, returned);
                    }
                }
            }
            if (returned != void.class) { // int to long
                finish = finish.asType(finish.type().changeParameterType(0, returned));
            }
            if (result.check() != null) {
                finish = MethodHandles.foldArguments(finish, result.check());
            }
            if (result.free() != null) {
                finish = MethodHandles.tryFinally(finish, freed(finish.type(), result.free()));
            }
            MethodHandle all = MethodHandles.collectArguments(finish, 0, call); // the state is its first and last
            int[] order = new int[all.type().parameterCount()];
            for (int i = 0; i < order.length - 1; i++) {
                order[i] = i;
            }
            return MethodHandles.permuteArguments(all, call.type().changeReturnType(String.class), order);
        }

        /** Returns the last step for memory that the function allocated, with the type that tryFinally requires. */
        private MethodHandle freed(MethodType finish, MethodHandle free) {
            MethodHandle freeing = MethodHandles.guardWithTest(IS_OWNED, free, MethodHandles.empty(free.type()));
            int state = finish.parameterCount() - 1;
            if (result.place().pointer() == TextResult.RETURNED) {
                freeing = MethodHandles.dropArguments(freeing, 1, CallState.class);
            } else {
                freeing = MethodHandles.filterArguments(
                        freeing, 0, MethodHandles.insertArguments(STORED, 0, parameters.length));
                freeing = MethodHandles.dropArguments(
                        freeing, 0, finish.parameterList().subList(0, state));
            }
            MethodHandle same = MethodHandles.dropArguments(
                    MethodHandles.dropArguments(MethodHandles.identity(String.class), 1, finish.parameterList()),
                    0,
                    Throwable.class);
            return MethodHandles.foldArguments(
                    same, MethodHandles.dropArguments(freeing, 0, Throwable.class, String.class));
        }

        /** Calls again while {@code grow} provides a larger buffer. */
        private static MethodHandle repeated(MethodHandle call, MethodHandle grow, boolean returnsLength) {
            Class<?> returned = call.type().returnType();
            if (returned == void.class) {
                return MethodHandles.doWhileLoop(null, call, like(call, grow));
            }
            MethodHandle again = returnsLength
                    ? grow.asType(grow.type().changeParameterType(0, returned))
                    : MethodHandles.dropArguments(grow, 0, returned);
            MethodHandle body = MethodHandles.dropArguments(call, 0, returned);
            return MethodHandles.doWhileLoop(null, body, like(body, again));
        }

        /** Appends the parameters that one handle has more than another. */
        private static MethodHandle like(MethodHandle model, MethodHandle handle) {
            return MethodHandles.dropArgumentsToMatch(handle, 0, model.type().parameterList(), 0);
        }

        /** Returns the last step, with the type that tryFinally requires. */
        private static MethodHandle end(MethodHandle call) {
            Class<?> returned = call.type().returnType();
            if (returned == void.class) {
                return MethodHandles.dropArguments(END, 0, Throwable.class);
            }
            MethodHandle same = MethodHandles.dropArguments(
                    MethodHandles.dropArguments(MethodHandles.identity(returned), 1, CallState.class),
                    0,
                    Throwable.class);
            return MethodHandles.foldArguments(same, MethodHandles.dropArguments(END, 0, Throwable.class, returned));
        }

        MethodHandle adaptUpcall(MethodHandle target) {
            int[] indices = new int[sources.length];
            Class<?> returned = result != null ? String.class : type.returnType();
            MethodType expected = MethodType.methodType(returned, javaTypes(indices, 0));
            if (!target.type().equals(expected)) {
                throw new IllegalArgumentException("target has the type " + target.type() + ": expected " + expected);
            }
            MethodHandle call = target;
            List<Integer> order = new ArrayList<>();
            for (int i = sources.length - 1; i >= 0; i--) { // from the last, so that the indices before it stay
                if (texts[i] != null) {
                    call = MethodHandles.collectArguments(call, indices[i], read(texts[i]));
                    if (texts[i].hasLength()) {
                        order.add(0, texts[i].length());
                    }
                    order.add(0, i);
                } else if (sources[i] == null) {
                    order.add(0, i);
                }
            }
            int[] reorder = order.stream().mapToInt(Integer::intValue).toArray();
            return MethodHandles.permuteArguments(call, type.changeReturnType(returned), reorder);
        }

        private MethodHandle read(TextParameter parameter) {
            MethodHandle read = parameter.isArray()
                    ? MethodHandles.insertArguments(READ_ALL, 0, parameter)
                    : MethodHandles.insertArguments(READ, 0, parameter, everything());
            return parameter.hasLength()
                    ? read.asType(read.type().changeParameterType(1, type.parameterType(parameter.length())))
                    : MethodHandles.insertArguments(read, 1, 0L);
        }
    }
}
