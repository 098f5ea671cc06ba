//! The native methods, called by a JVM that checks how they use JNI. Each JDK has a process of its own: a process has one
//! JVM at most.

mod calls;
mod class_file;
mod vm;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use class_file::class_file;
use unitstr_jni::natives::natives;
use vm::Vm;

/// The class of an ordinary jar, of a relocated one, and of one that is older than the library.
const CLASSES: [&str; 3] =
    ["dev/unitstr/internal/binding/JniNatives", "their/own/copy/Natives", "dev/unitstr/internal/OldNatives"];
/// The methods that the older jar lacks.
const NEW: [&str; 2] = ["equal0", "putWords0"];

fn in_a_process(version: &str) {
    let directory = env::temp_dir().join(format!("unitstr-jni-{version}-{}", std::process::id()));
    let natives = natives();
    for class in CLASSES {
        let methods = natives
            .iter()
            .map(|native| (native.name.to_str().expect("a name"), native.descriptor()))
            .filter(|(name, _)| class != CLASSES[2] || !NEW.contains(name));
        let file = directory.join(class).with_extension("class");
        fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        fs::write(&file, class_file(class, methods)).expect("a file");
    }
    let child = Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "--ignored", "--nocapture", "child"])
        .env("UNITSTR_TEST_JDK", vm::jdk(version))
        .env("UNITSTR_TEST_CLASSES", &directory)
        .output()
        .expect("a process");
    fs::remove_dir_all(&directory).expect("removed");
    let said = String::from_utf8_lossy(&child.stdout) + String::from_utf8_lossy(&child.stderr);
    assert!(child.status.success() && said.contains("all done"), "{said}");
    // -Xcheck:jni prints each misuse.
    assert!(!said.contains("WARNING") && !said.contains("FATAL"), "{said}");
}

#[test]
fn on_17() {
    in_a_process("17");
}

#[test]
fn on_25() {
    in_a_process("25");
}

#[test]
#[ignore = "run by the tests above, in a process with a JVM"]
fn child() {
    let [home, classes] =
        ["UNITSTR_TEST_JDK", "UNITSTR_TEST_CLASSES"].map(|name| env::var_os(name).expect("set by the tests above"));
    vm::run(Path::new(&home), Path::new(&classes), |vm| {
        binding(vm);
        vm.load(CLASSES[0]);
        calls::all(vm, vm.class(CLASSES[0]).expect("the class"));
        println!("all done");
    });
}

/// How many native methods the library says are bound.
fn bound(vm: &Vm, class: &str) -> usize {
    let class = vm.class(class).expect("the class");
    let numbers = vm.longs_of(vm.call_object(class, "abi0", "()[J", &[]), 5);
    assert_eq!(numbers[..3], [328, 1, 0]);
    usize::try_from(numbers[4]).expect("a number")
}

fn binding(vm: &Vm) {
    let all = natives().len();
    let shaded = vm.class(CLASSES[1]).expect("the class");
    let unlinked = Err("java/lang/UnsatisfiedLinkError".to_owned());
    // Without the property, with a class that is not there, with another one: nothing is bound to this one.
    for name in ["", "no/such/Class", "no such class", CLASSES[0]] {
        vm.load(name);
        assert_eq!(vm.call(shaded, "word0", "(J)J", &[calls::long(0)]), unlinked, "{name}");
    }
    assert_eq!(bound(vm, CLASSES[0]), all);
    vm.load(CLASSES[1]);
    assert_eq!(bound(vm, CLASSES[1]), all);
    vm.load(CLASSES[2]);
    assert_eq!(bound(vm, CLASSES[2]), all - NEW.len());
}
