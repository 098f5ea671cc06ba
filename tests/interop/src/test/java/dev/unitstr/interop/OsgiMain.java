package dev.unitstr.interop;

import dev.unitstr.BufferStrings;
import dev.unitstr.UnitStr;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** Starts an OSGi framework with the bundles that the arguments name, and with a bundle that uses them. */
public final class OsgiMain {
    /** The class in that bundle. */
    public static final class User implements Supplier<String> {
        @Override
        public String get() {
            ByteBuffer text = ByteBuffer.allocateDirect(8).put("a\u00e9\ud83d\ude00".getBytes(StandardCharsets.UTF_8));
            String read = BufferStrings.getString(text, 0, 7);
            return UnitStr.binding() + " read " + read.codePointCount(0, read.length()) + " code points"
                    + (sees("dev.unitstr.ffm.SegmentStrings") ? ", sees SegmentStrings" : "")
                    + (sees("dev.unitstr.tvm.TvmRuntime") ? ", sees TvmRuntime" : "")
                    + (sees("dev.unitstr.internal.library.Abi") ? ", sees an internal class" : "");
        }

        private static boolean sees(String name) {
            try {
                return Class.forName(name) != null;
            } catch (ClassNotFoundException e) {
                return false;
            }
        }
    }

    private OsgiMain() {}

    /**
     * Prints the state of each bundle, and the result of the class.
     *
     * @param args the framework's directory, and the jars
     */
    public static void main(String[] args) throws Exception {
        Framework framework = new FrameworkFactory().newFramework(Map.of(Constants.FRAMEWORK_STORAGE, args[0]));
        framework.start();
        List<Bundle> bundles = new ArrayList<>();
        for (String jar : List.of(args).subList(1, args.length)) {
            bundles.add(framework
                    .getBundleContext()
                    .installBundle(Path.of(jar).toUri().toString()));
        }
        Bundle user = framework.getBundleContext().installBundle("user", user());
        user.start();
        for (Bundle bundle : bundles) {
            System.out.println(bundle.getSymbolicName() + " " + bundle.getVersion() + " "
                    + (bundle.getState() == Bundle.RESOLVED ? "resolved" : "not resolved"));
        }
        Object program = user.loadClass(User.class.getName()).getConstructor().newInstance();
        System.out.println(((Supplier<?>) program).get());
        framework.stop();
        framework.waitForStop(0);
    }

    private static InputStream user() throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, "org.example.user");
        headers.putValue(
                Constants.IMPORT_PACKAGE,
                "dev.unitstr;version=\"[0.1,1)\",dev.unitstr.ffm;version=\"[0.1,1)\";resolution:=optional,"
                        + "dev.unitstr.tvm;version=\"[0.1,1)\";resolution:=optional");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String file = User.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest);
                InputStream in = OsgiMain.class.getClassLoader().getResourceAsStream(file)) {
            jar.putNextEntry(new ZipEntry(file));
            in.transferTo(jar);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }
}
