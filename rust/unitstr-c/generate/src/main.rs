//! Writes the files that are generated from the sources: the C headers, the list of the tables' members, and the list of
//! what the crates export.

mod crates;
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
