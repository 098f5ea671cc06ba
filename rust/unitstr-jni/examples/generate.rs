//! Writes `abi/jni-v1.txt`: the native methods and their descriptors.

#[path = "../tests/list/file.rs"]
mod file;

fn main() -> std::io::Result<()> {
    std::fs::write(file::path(), file::text())?;
    println!("{}", file::path().display());
    Ok(())
}
