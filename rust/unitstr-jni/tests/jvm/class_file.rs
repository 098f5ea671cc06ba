//! Class files with nothing but static native methods, so that the tests need no compiler of Java.

/// A public class of this name, with slashes, that declares these methods: name and descriptor.
pub fn class_file<'a>(name: &str, methods: impl IntoIterator<Item = (&'a str, String)>) -> Vec<u8> {
    const PUBLIC: u16 = 0x0001;
    const STATIC_NATIVE: u16 = 0x0008 | 0x0100;
    // Constants 1 to 4: this class and the class above; after them two for each method.
    let mut constants = Vec::new();
    for class in [name, "java/lang/Object"] {
        let at = u16::try_from(constants.len() + 2).expect("few");
        constants.push([&[7], at.to_be_bytes().as_slice()].concat());
        constants.push(utf8(class));
    }
    let mut declared = Vec::new();
    let mut count = 0_u16;
    for (method, descriptor) in methods {
        let at = u16::try_from(constants.len() + 1).expect("few");
        constants.extend([utf8(method), utf8(&descriptor)]);
        for number in [PUBLIC | STATIC_NATIVE, at, at + 1, 0] {
            declared.extend(number.to_be_bytes());
        }
        count += 1;
    }
    let mut file = b"\xCA\xFE\xBA\xBE\0\0\0\x34".to_vec(); // of Java 8
    file.extend(u16::try_from(constants.len() + 1).expect("few").to_be_bytes());
    file.extend(constants.concat());
    for number in [PUBLIC | 0x0020, 1, 3, 0, 0, count] {
        file.extend(number.to_be_bytes());
    }
    file.extend(declared);
    file.extend([0, 0]); // no attributes
    file
}

fn utf8(text: &str) -> Vec<u8> {
    let size = u16::try_from(text.len()).expect("short");
    [&[1], size.to_be_bytes().as_slice(), text.as_bytes()].concat()
}
