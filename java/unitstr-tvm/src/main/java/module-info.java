/** Defines the API for values and functions of libtvm_ffi, and for slots of TVM and libmatx. */
@SuppressWarnings("module") // the module named in the qualified export is not present when this one is compiled
module dev.unitstr.tvm {
    requires static org.jspecify;
    requires transitive dev.unitstr;

    exports dev.unitstr.tvm;
    exports dev.unitstr.values;
    exports dev.unitstr.internal.values to
            dev.unitstr.ffm;
}
