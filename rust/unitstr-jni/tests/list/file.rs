//! The content of `abi/jni-v1.txt`.

use std::path::PathBuf;

use unitstr_jni::natives::natives;

/// Where it is kept.
pub fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../abi/jni-v1.txt"].iter().collect()
}

/// The native methods, a line for each: name, tab, descriptor.
pub fn text() -> String {
    let mut text = String::from("# The native methods of JniNatives: name, descriptor.\n");
    for native in natives() {
        text += &format!("{}\t{}\n", native.name.to_str().expect("a name"), native.descriptor());
    }
    text
}
