package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.TensorCalls;
import dev.unitstr.internal.binding.TensorOptions;
import dev.unitstr.internal.binding.TensorPart;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.tensor.RegionTensor;
import dev.unitstr.internal.tensor.RegionTensorBuilder;
import dev.unitstr.internal.tensor.TensorMemory;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All bindings of this JVM: the same strings and the same errors for the same bytes, including malformed ones. */
@EveryRun
@Tag("tier")
class TensorParityContract {
    private static final int ORDINARY = 600;
    private static final Strictness[] STRICTNESSES = Strictness.values();
    private static final Trust[] TRUSTS = Trust.values();

    private final List<Regions.Maker> regions = Kinds.HERE.regions();

    static List<TensorLayout> layouts() {
        List<TensorLayout> layouts = new ArrayList<>(Tensors.RELOCATABLE);
        layouts.add(TensorLayout.TF24.withWordBytes(4));
        layouts.add(TensorLayout.RFC24);
        layouts.add(TensorLayout.RFC16.withOrder(ByteOrder.BIG_ENDIAN));
        return layouts;
    }

    private static String outcome(Function<StringTensor, Object> call, StringTensor tensor) {
        try {
            Object result = call.apply(tensor);
            return result instanceof Object[] array ? Arrays.deepToString(array) : String.valueOf(result);
        } catch (TensorFormatException e) {
            return e.code() + " " + e.index() + " " + e.field();
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private static String places(StringTensor tensor) {
        long[] offsets = new long[(int) tensor.size()];
        int[] lengths = new int[offsets.length];
        try {
            tensor.locate(0, offsets, lengths, lengths.length);
        } catch (UnsupportedOperationException e) { // at an address
            return e.getMessage();
        }
        return Arrays.toString(offsets) + Arrays.toString(lengths);
    }

    private static String outcome(
            String binding,
            Region region,
            long count,
            TensorLayout layout,
            Trust trust,
            Strictness strictness,
            Function<StringTensor, Object> call) {
        StringTensor tensor;
        try {
            tensor = RegionTensor.of(new TensorMemory(region, RegionStrings.using(binding)), count, layout, trust)
                    .withStrictness(strictness);
        } catch (TensorFormatException e) {
            return "at once " + e.code() + " " + e.index() + " " + e.field();
        } catch (RuntimeException e) {
            return "at once " + e;
        }
        return outcome(call, tensor);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void holdsForAnyBytes(TensorLayout layout) {
        SplittableRandom random = Run.random(layout);
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            int count = random.nextInt(7);
            byte[] bytes = content(random, layout, count);
            Strictness strictness = STRICTNESSES[random.nextInt(STRICTNESSES.length)];
            Charset charset = random.nextInt(3) == 0 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
            MalformedPolicy policy = random.nextBoolean() ? MalformedPolicy.REPLACE : MalformedPolicy.REPORT;
            Regions.Maker maker = regions.get(random.nextInt(regions.size()));
            compare(maker, bytes, count, layout, Trust.UNTRUSTED_BUFFER, strictness, t -> t.toStrings(charset, policy));
            compare(maker, bytes, count, layout, Trust.UNTRUSTED_BUFFER, strictness, StringTensor::toByteArrays);
            compare(maker, bytes, count, layout, Trust.UNTRUSTED_BUFFER, strictness, StringTensor::firstMalformed);
            // Addresses are anything here: with trust only what follows none of them.
            Trust trust = TRUSTS[random.nextInt(TRUSTS.length)];
            compare(maker, bytes, count, layout, trust, strictness, t -> Arrays.toString(t.byteLengths()));
            compare(maker, bytes, count, layout, trust, strictness, TensorParityContract::places);
            compare(
                    maker,
                    bytes,
                    count,
                    layout,
                    trust,
                    strictness,
                    t -> t.withMaxTotalBytes(20).totalBytes());
            compare(maker, bytes, count, layout, trust, strictness, t -> {
                var report = t.validate();
                String error = report.error()
                        .map(e -> e.code() + " " + e.index() + " " + e.field())
                        .orElse("ok");
                return report.elements() + " " + report.totalBytes() + " " + error;
            });
        }
    }

    /** The result of native code for the same bytes in one call: the code, the element, the field, and the sum. */
    @ParameterizedTest
    @MethodSource("layouts")
    void verdictsOfNativeCodeAreThoseOfJava(TensorLayout layout) {
        SplittableRandom random = new SplittableRandom(layout.hashCode() + 2);
        for (int i = Run.times(4 * ORDINARY); i > 0; i--) {
            int count = random.nextInt(7);
            byte[] bytes = content(random, layout, count);
            if (random.nextInt(4) == 0) {
                random.nextBytes(bytes);
            }
            Strictness strictness = STRICTNESSES[random.nextInt(STRICTNESSES.length)];
            Trust trust = TRUSTS[random.nextInt(TRUSTS.length)];
            int most = random.nextInt(3) == 0 ? random.nextInt(1, 40) : Integer.MAX_VALUE;
            int mostOfAll = random.nextInt(3) == 0 ? random.nextInt(1, 80) : -1;
            Region region = new ArrayRegion(bytes);
            String expected = outcome("java", region, count, layout, trust, strictness, tensor -> {
                StringTensor limited = tensor.withMaxBytes(most);
                limited = mostOfAll < 0 ? limited : limited.withMaxTotalBytes(mostOfAll);
                var report = limited.validate();
                return report.error()
                        .map(e -> e.code() + " " + e.index() + " " + e.field())
                        .orElse("sum " + report.totalBytes());
            });
            byte[] options = TensorOptions.of(
                    layout.format().ordinal() + 1,
                    layout.order() == ByteOrder.BIG_ENDIAN ? 1 : 0,
                    layout.wordBytes(),
                    layout.viewAbi() == TensorLayout.ViewAbi.FROM_2_21 ? 1 : 0,
                    count);
            TensorOptions.setInt(options, TensorOptions.TRUST, trust.ordinal());
            TensorOptions.setInt(options, TensorOptions.STRICTNESS, strictness.ordinal());
            TensorOptions.setLong(options, TensorOptions.MAX_BYTES, most);
            TensorOptions.setLong(options, TensorOptions.MAX_TOTAL_BYTES, Math.max(mostOfAll, 0));
            for (String name : Bindings.names()) {
                long[] state = new long[TensorOptions.STATE_LONGS];
                TensorCalls calls = RegionStrings.using(name).binding().tensorCalls();
                if (calls == null) {
                    continue; // plain Java
                }
                long packed = calls.validate(new TensorPart(options, region).at(0, count), state);
                String verdict = "sum " + state[0];
                if (Packed.status(packed) == Packed.REFUSED) {
                    long index = Packed.isRefusedAsAWhole(packed) ? count : Packed.written(packed);
                    verdict = TensorFormatException.Code.values()[Packed.refusedCode(packed) - 1] + " " + index + " "
                            + TensorFormatException.Field.values()[Packed.refusedField(packed)];
                }
                assertEquals(
                        expected.replace("at once ", ""),
                        verdict,
                        () -> layout + " " + trust + " " + strictness + " " + count + " " + most + " " + mostOfAll
                                + " of " + Hex.of(bytes) + " by " + name);
            }
        }
    }

    private static void compare(
            Regions.Maker maker,
            byte[] bytes,
            long count,
            TensorLayout layout,
            Trust trust,
            Strictness strictness,
            Function<StringTensor, Object> call) {
        String expected = null;
        for (String binding : Bindings.names()) {
            String outcome = outcome(binding, maker.of(bytes).region(), count, layout, trust, strictness, call);
            expected = expected == null ? outcome : expected;
            assertEquals(
                    expected,
                    outcome,
                    () -> layout + " " + trust + " " + strictness + " " + count + " of " + Hex.of(bytes) + " by "
                            + binding);
        }
    }

    /** A good tensor with some bytes changed, or cut; sometimes none. */
    private static byte[] content(SplittableRandom random, TensorLayout layout, int count) {
        byte[] bytes = Tensors.write(layout, Tensors.texts(random, count));
        int header = (int) layout.tableBytes(count);
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            int at = random.nextInt(random.nextInt(5) == 0 ? bytes.length : Math.max(header, 1)) % bytes.length;
            bytes[at] = (byte) (random.nextBoolean() ? random.nextInt() : bytes[at] ^ 1 << random.nextInt(8));
        }
        int size = random.nextInt(6) == 0 ? random.nextInt(bytes.length + 1) : bytes.length;
        byte[] cut = Arrays.copyOf(bytes, size);
        return size % 4 == 0 ? cut : Arrays.copyOf(cut, size + 4 - size % 4); // regions of ints have whole ones
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void holdsForWriting(TensorLayout layout) {
        SplittableRandom random = new SplittableRandom(layout.hashCode() + 1);
        for (int i = Run.times(ORDINARY / 4); i > 0; i--) {
            String[] texts = new String[random.nextInt(9)];
            for (int t = 0; t < texts.length; t++) {
                texts[t] = Texts.next(random, 40);
            }
            MalformedPolicy policy = random.nextBoolean() ? MalformedPolicy.REPLACE : MalformedPolicy.REPORT;
            Charset charset = random.nextInt(3) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
            int size = random.nextInt(1, 240) * 4;
            int offset = random.nextInt(5);
            Regions.Maker maker = regions.get(random.nextInt(regions.size()));
            List<String> outcomes = new ArrayList<>();
            for (String name : Bindings.names()) {
                Regions region = maker.of(new byte[size]);
                RegionTensorBuilder builder = new RegionTensorBuilder(RegionStrings.using(name), layout)
                        .charset(charset)
                        .policy(policy)
                        .addAll(texts);
                String outcome;
                try {
                    outcome = String.valueOf(builder.writeTo(region.region(), "offset", offset));
                } catch (RuntimeException e) {
                    outcome = e.toString();
                }
                outcomes.add(outcome + " leaving " + Hex.of(region.content().get()));
            }
            for (String outcome : outcomes) {
                assertEquals(outcomes.get(0), outcome, () -> layout + " by " + Bindings.names());
            }
        }
    }
}
