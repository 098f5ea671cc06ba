package dev.unitstr.internal.memory;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;

/** Whether this JVM has the previews of its version, which it tells nobody: so a class that says it uses some is tried. */
final class Previews {
    static final boolean ENABLED = enabled();

    private static final int MAGIC = 0xCAFEBABE;
    private static final int USES_PREVIEWS = 0xFFFF;
    /** What the version of class files is ahead of that of Java. */
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
            return true; // who knows
        }
    }

    /** A class without members, in this package. */
    private static byte[] smallest(int feature) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeShort(USES_PREVIEWS);
            out.writeShort(VERSION_BASE + feature);
            String[] names = {Previews.class.getName().replace('.', '/') + "Tried", "java/lang/Object"};
            out.writeShort(1 + 2 * names.length);
            for (int i = 0; i < names.length; i++) { // each a class, which refers to its name, the next constant
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
            throw new AssertionError(e); // it writes to an array
        }
        return bytes.toByteArray();
    }
}
