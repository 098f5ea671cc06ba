//! The list of native methods that is committed is that of the sources.

mod file;

#[test]
fn is_up_to_date() {
    let kept = std::fs::read_to_string(file::path()).unwrap_or_default();
    assert!(
        kept == file::text(),
        "{} is not what the sources give. To write it anew: cargo run --locked -p unitstr-jni --example generate",
        file::path().display()
    );
}
