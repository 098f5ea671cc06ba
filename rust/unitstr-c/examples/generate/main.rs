//! Writes the files that are generated from the sources of this crate: the C header and the list of the table's members.

#[path = "files.rs"]
mod files;

fn main() -> std::io::Result<()> {
    for file in files::all() {
        std::fs::write(&file.path, &file.text)?;
        println!("{}", file.path.display());
    }
    Ok(())
}
