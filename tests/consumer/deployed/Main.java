import dev.unitstr.BufferStrings;
import dev.unitstr.UnitStr;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writes and reads a text, then prints the binding and the file of the native library. With the argument "loaders" it does
 * so in two more class loaders, as in a server that runs three applications.
 */
public class Main {
    public static void main(String[] args) throws Exception {
        String text = "caf\u00e9 \u4e2d\u6587 \ud83d\ude00 ".repeat(20);
        ByteBuffer memory = BufferStrings.allocateFrom(ByteBuffer::allocateDirect, text, StandardCharsets.UTF_16LE);
        String back = BufferStrings.getString(memory, 0, text.length(), StandardCharsets.UTF_16LE);
        String library = UnitStr.doctor().lines().filter(line -> line.startsWith("library ")).findFirst().orElse("library ?");
        System.out.println((back.equals(text) ? "" : "WRONG ") + UnitStr.binding() + library.replaceFirst("library +", " "));
        if (args.length > 0) {
            URL[] path = Arrays.stream(System.getProperty("java.class.path").split(":")).map(Main::url).toArray(URL[]::new);
            for (int i = 0; i < 2; i++) {
                ClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
                loader.loadClass("Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            }
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
