/** Strings across the native border, counted in the code units of the other side. */
@SuppressWarnings("module") // the modules that the SPI is exported to are not here when this one is compiled
module dev.unitstr {
    requires static org.jspecify;

    exports dev.unitstr;
    exports dev.unitstr.tensor;
    exports dev.unitstr.values;
    exports dev.unitstr.spi to
            dev.unitstr.ffm,
            dev.unitstr.natives.x86_64_linux;
    exports dev.unitstr.spi.tensor to
            dev.unitstr.ffm;
    exports dev.unitstr.spi.values to
            dev.unitstr.ffm;

    uses dev.unitstr.spi.Binding;
    uses dev.unitstr.spi.NativeBundle;
}
