//! Writes the files that are generated from the sources of unitstr-c: the C header and the list of the table's members.

mod files;
#[cfg(test)]
mod tests;

fn main() -> std::io::Result<()> {
    for file in files::all() {
        std::fs::write(&file.path, &file.text)?;
        println!("{}", file.path.display());
    }
    Ok(())
}
