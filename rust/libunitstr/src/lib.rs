//! `libunitstr`: the C interface and the JNI symbols in one shared library.

pub use unitstr_c::*;
pub use unitstr_jni::*;
