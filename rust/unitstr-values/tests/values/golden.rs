//! Images of values that libtvm_ffi made: `tests/vectors/tvm-ffi`.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use serde_json::Value as Json;
use unitstr_values::tvm::{Limits, Tree, tree};
use unitstr_values::{Blocks, Dialect, TvmFfi};

pub fn unhex(hex: &str) -> Vec<u8> {
    assert!(hex.len().is_multiple_of(2));
    let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex digits");
    (0..hex.len()).step_by(2).map(digits).collect()
}

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/vectors", name].iter().collect()
}

fn json(path: PathBuf) -> Json {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key].as_str().unwrap_or_else(|| panic!("{key} of {json}"))
}

/// A value of libtvm_ffi with all the memory it refers to.
pub struct Image {
    pub name: String,
    pub memory: Blocks,
    /// With its address, if it has one.
    pub root: Vec<u8>,
    /// Whether the root has an address.
    pub inline: bool,
    /// Where each block is, and its size.
    pub blocks: Vec<(u64, usize)>,
    pub expect: Json,
}

/// All 53, by name.
pub fn tvm_images() -> Vec<Image> {
    let mut images = Vec::new();
    for entry in fs::read_dir(folder("tvm-ffi")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            images.push(image(&json(path)));
        }
    }
    images.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(images.len(), 53);
    images
}

fn image(json: &Json) -> Image {
    let mut memory = Blocks::new();
    let mut places = HashMap::new();
    let blocks = json["blocks"].as_array().expect("blocks");
    let mut sizes = Vec::new();
    for block in blocks {
        let bytes = unhex(text(block, "hex"));
        let address = memory.place(&bytes);
        places.insert(text(block, "label"), address);
        sizes.push((address, bytes.len()));
    }
    let mut root = unhex(text(&blocks[0], "hex"));
    let mut inline = true;
    for block in blocks {
        for reloc in block["relocs"].as_array().expect("relocs") {
            let offset = reloc["offset"].as_u64().expect("an offset");
            let to = text(reloc, "to");
            let address =
                if to.starts_with("code:") { 0 } else { places[to] + reloc["addend"].as_u64().expect("an addend") };
            let place = places[text(block, "label")] + offset;
            memory.write(place, &address.to_le_bytes()).expect("inside");
            if text(block, "label") == "root" {
                inline = false;
                let at = usize::try_from(offset).expect("small");
                root[at..at + 8].copy_from_slice(&address.to_le_bytes());
            }
        }
    }
    Image { name: text(json, "name").to_owned(), memory, root, inline, blocks: sizes, expect: json["expect"].clone() }
}

/// Whether a tree is what an image's `expect` says, or an element of it.
fn is(tree: &Tree, expect: &Json) -> bool {
    match (tree, expect) {
        (Tree::Null, Json::Null) => true,
        (Tree::Int(value), Json::Number(number)) => Some(*value) == number.as_i64(),
        (Tree::Float(value), Json::Number(number)) => Some(*value) == number.as_f64(),
        (Tree::Bool(value), Json::Bool(expect)) => value == expect,
        (Tree::Str(bytes), Json::String(expect)) => bytes == expect.as_bytes(),
        (Tree::Sequence(_, elements), Json::Array(expect)) => {
            elements.len() == expect.len() && elements.iter().zip(expect).all(|(tree, expect)| is(tree, expect))
        }
        (tree, Json::Object(fields)) => {
            let kind = fields["type"].as_str().expect("a type");
            let bytes = || unhex(fields["bytes_hex"].as_str().expect("bytes"));
            let elements = |code: i32, key: &str| (code, fields[key].as_array().expect("elements"));
            match (tree, kind) {
                (Tree::Null, "None") => true,
                (_, "Bool" | "Int" | "Float") => is(tree, &fields["value"]),
                (Tree::Str(found), "string") | (Tree::Bytes(found), "bytes") => *found == bytes(),
                (Tree::Sequence(code, _), "ffi.Array" | "ffi.List") => {
                    let (expected, elements) = elements(if kind == "ffi.Array" { 71 } else { 75 }, "elements");
                    *code == expected && is(tree, &Json::Array(elements.clone()))
                }
                (Tree::Map(code, pairs), "ffi.Map" | "ffi.Dict") => {
                    let (expected, elements) = elements(if kind == "ffi.Map" { 72 } else { 76 }, "pairs");
                    let same = |((key, value), pair): (&(Tree, Tree), &Json)| is(key, &pair[0]) && is(value, &pair[1]);
                    *code == expected && pairs.len() == elements.len() && pairs.iter().zip(elements).all(same)
                }
                (Tree::Error { kind, message, .. }, "error") => {
                    Json::from(String::from_utf8_lossy(kind)) == fields["kind"]
                        && Json::from(String::from_utf8_lossy(message)) == fields["message"]
                }
                (Tree::Object { code: 68, .. }, "function") => true,
                _ => false,
            }
        }
        _ => false,
    }
}

#[test]
fn tvm_images_decode() {
    for image in tvm_images() {
        let found = tree(&image.memory, &image.root, Limits::default());
        let found = found.unwrap_or_else(|bad| panic!("{}: {bad}", image.name));
        assert!(is(&found, &image.expect), "{}: {found:?}", image.name);
    }
}

#[test]
fn tvm_slots_are_written_as_the_library_does() {
    let mut inline = 0;
    for image in tvm_images() {
        let mut slot = [0xAA; 16];
        TvmFfi::write(&mut slot, &TvmFfi::read(&image.root).expect("a slot")).expect("the same");
        assert_eq!(slot, image.root[..], "{}", image.name);
        inline += usize::from(image.inline);
    }
    // The values that the library itself keeps in the slot: the rest are objects and views, where the address is ours.
    assert_eq!(inline, 26);
}
