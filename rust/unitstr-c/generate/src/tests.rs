//! The generated files that are committed are those that the sources give.

use unitstr_c::table::USTR_ABI_MAJOR;

use crate::files;

#[test]
fn generated_files_are_up_to_date() {
    for file in files::all() {
        let kept = std::fs::read_to_string(&file.path).unwrap_or_default();
        let differs = kept.lines().zip(file.text.lines()).position(|(kept, made)| kept != made);
        assert!(
            kept == file.text,
            "{} is not what the sources give (line {}). To write it anew: \
             cargo run --locked -p unitstr-c-generate",
            file.path.display(),
            differs.unwrap_or(kept.lines().count().min(file.text.lines().count())) + 1,
        );
    }
}

#[test]
fn what_earlier_minor_versions_promised_still_holds() {
    let now = files::of_tables().pop().expect("the list of the table's members, which is the last");
    let dir = now.path.parent().expect("a directory");
    let mut versions = 0;
    for entry in std::fs::read_dir(dir).expect("abi/") {
        let path = entry.expect("an entry of abi/").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if !name.starts_with(&format!("v{USTR_ABI_MAJOR}.")) {
            continue;
        }
        versions += 1;
        for line in std::fs::read_to_string(&path).expect("a text").lines() {
            let kept = line.starts_with("USTR_ABI_MINOR\t") || now.text.lines().any(|other| other == line);
            assert!(kept, "{name} promised what the table does not keep: {line}");
        }
    }
    assert!(versions > 0, "nothing in {}", dir.display());
}
