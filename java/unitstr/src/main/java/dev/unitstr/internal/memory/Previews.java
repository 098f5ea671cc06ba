package dev.unitstr.internal.memory;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;

/**
 * Tests whether preview features are enabled in this JVM. The JDK has no API for this, so the class defines a class file
 * that requires them.
 */
final class Previews {
    static final boolean ENABLED = enabled();

    private static final int MAGIC = 0xCAFEBABE;
    private static final int USES_PREVIEWS = 0xFFFF;
    /** The difference between the class file version and the Java version. */
    private static final int VERSION_BASE = 44;

    private static final int CLASS = 7;
    private static final int UTF_8 = 1;

    private static final int SYNTHETIC = 0x1000;
    private static final int SUPER = 0x20;

    private Previews() {}

    private static boolean enabled() {
        try {
            MethodHandles.lookup().defineHiddenClass(smallest(Runtime.version().feature()), false);
            return true;
        } catch (UnsupportedClassVersionError e) {
            return false;
        } catch (IllegalAccessException | LinkageError e) {
            return true; // unknown: assume the safe case
        }
    }

    /** Returns a class file without members, in this package. */
    private static byte[] smallest(int feature) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeShort(USES_PREVIEWS);
            out.writeShort(VERSION_BASE + feature);
            String[] names = {Previews.class.getName().replace('.', '/') + "Tried", "java/lang/Object"};
            out.writeShort(1 + 2 * names.length);
            for (int i = 0; i < names.length; i++) { // each is a class entry, followed by its name
                out.writeByte(CLASS);
                out.writeShort(2 * i + 2);
                out.writeByte(UTF_8);
                out.writeUTF(names[i]);
            }
            out.writeShort(SYNTHETIC | SUPER);
            out.writeShort(1); // this class
            out.writeShort(3); // its superclass
            out.writeLong(0); // no interfaces, fields, methods and attributes
        } catch (IOException e) {
            throw new AssertionError(e); // writing to an array does not fail
        }
        return bytes.toByteArray();
    }
}
