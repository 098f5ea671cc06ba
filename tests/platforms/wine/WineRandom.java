import java.security.Provider;
import java.security.SecureRandomSpi;
import java.util.Random;

/** For tests under Wine: the JDK seeds its random numbers from the network interfaces, at which Wine ends the JVM. */
public final class WineRandom extends Provider {
    private static final long serialVersionUID = 1;

    public WineRandom() {
        super("WineRandom", "1", "predictable random numbers");
        put("SecureRandom.Wine", Predictable.class.getName());
        put("SecureRandom.Wine ThreadSafe", "true");
    }

    public static final class Predictable extends SecureRandomSpi {
        private static final long serialVersionUID = 1;

        private final Random random = new Random(System.nanoTime());

        @Override
        protected void engineSetSeed(byte[] seed) {}

        @Override
        protected void engineNextBytes(byte[] bytes) {
            random.nextBytes(bytes);
        }

        @Override
        protected byte[] engineGenerateSeed(int size) {
            byte[] seed = new byte[size];
            random.nextBytes(seed);
            return seed;
        }
    }
}
