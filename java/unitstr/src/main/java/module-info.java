/** Defines the API for strings in native memory, with lengths in code units of the charset. */
@SuppressWarnings("module") // the modules named in the qualified exports are not present when this one is compiled
module dev.unitstr {
    requires static org.jspecify;

    exports dev.unitstr;
    exports dev.unitstr.columns;
    exports dev.unitstr.tensor;
    exports dev.unitstr.internal.binding to
            dev.unitstr.ffm,
            dev.unitstr.tvm;
    exports dev.unitstr.internal.columns to
            dev.unitstr.ffm;
    exports dev.unitstr.internal.library to
            dev.unitstr.ffm,
            dev.unitstr.natives,
            dev.unitstr.natives.aarch_64_linux,
            dev.unitstr.natives.aarch_64_linux_musl,
            dev.unitstr.natives.aarch_64_osx,
            dev.unitstr.natives.x86_64_linux,
            dev.unitstr.natives.x86_64_linux_musl,
            dev.unitstr.natives.x86_64_osx,
            dev.unitstr.natives.x86_64_windows;
    exports dev.unitstr.internal.memory to
            dev.unitstr.ffm,
            dev.unitstr.tvm;
    exports dev.unitstr.internal.tensor to
            dev.unitstr.ffm;
    exports dev.unitstr.internal.text to
            dev.unitstr.ffm,
            dev.unitstr.tvm;

    uses dev.unitstr.internal.binding.Binding;
    uses dev.unitstr.internal.library.NativeBundle;
}
