//! A JVM in this process, and calls of the native methods in it.

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{mem, ptr};

use jni_sys::{
    JNI_OK, JNI_VERSION_1_8, JNIEnv, JNINativeInterface__1_4 as Functions, JavaVM, JavaVMInitArgs, JavaVMOption,
    jbyteArray, jcharArray, jclass, jint, jlong, jlongArray, jobject, jvalue,
};
use unitstr_jni::load::JNI_OnLoad;

/// The home of a JDK, by the script that all builds use.
pub fn jdk(version: &str) -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/jdk");
    let found = Command::new(script).arg(version).output().expect("tools/jdk");
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    PathBuf::from(String::from_utf8(found.stdout).expect("a path").trim())
}

/// Starts the JVM of a JDK, with JNI's checks, and runs `body` on this thread. The JVM ends with the process.
pub fn run(home: &Path, class_path: &Path, body: impl FnOnce(&Vm)) {
    let library =
        CString::new(home.join("lib/server/libjvm.so").into_os_string().into_encoded_bytes()).expect("a path");
    // SAFETY: `library` is a text of C; loading the library of a JDK has no other effect.
    let library = unsafe { libc::dlopen(library.as_ptr(), libc::RTLD_NOW) };
    assert!(!library.is_null(), "{home:?} has no libjvm.so");
    // SAFETY: the handle is that of a library that stays loaded, the name a text of C.
    let create = unsafe { libc::dlsym(library, c"JNI_CreateJavaVM".as_ptr()) };
    assert!(!create.is_null(), "no JNI_CreateJavaVM");
    // SAFETY: this is the type of the function in JNI's specification, chapter 5.
    let create: CreateJavaVm = unsafe { mem::transmute(create) };

    let texts = ["-Xcheck:jni".to_owned(), format!("-Djava.class.path={}", class_path.display())]
        .map(|option| CString::new(option).expect("an option"));
    let mut options = texts
        .each_ref()
        .map(|text| JavaVMOption { optionString: text.as_ptr().cast_mut(), extraInfo: ptr::null_mut() });
    let mut arguments = JavaVMInitArgs {
        version: JNI_VERSION_1_8,
        nOptions: i32::try_from(options.len()).expect("few"),
        options: options.as_mut_ptr(),
        ignoreUnrecognized: false,
    };
    let (mut vm, mut env) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: two places for pointers, and arguments that live until the call returns, as do the options and their texts.
    assert_eq!(unsafe { create(&raw mut vm, &raw mut env, (&raw mut arguments).cast()) }, JNI_OK);

    let env: *mut JNIEnv = env.cast();
    // SAFETY: the JVM's pointer, which points to a pointer to its functions.
    let interface = unsafe { *env };
    // SAFETY: every JVM since 1.4 has these functions, and they stay.
    let functions = unsafe { &*interface.cast::<Functions>() };
    // SAFETY: takes a number.
    assert_eq!(unsafe { (functions.EnsureLocalCapacity)(env, 10_000) }, JNI_OK);
    body(&Vm { vm: vm.cast(), env, functions });
}

type CreateJavaVm = unsafe extern "system" fn(*mut *mut JavaVM, *mut *mut c_void, *mut c_void) -> jint;

/// The JVM, on the thread that runs it.
pub struct Vm {
    vm: *mut c_void,
    env: *mut JNIEnv,
    functions: &'static Functions,
}

#[expect(clippy::undocumented_unsafe_blocks, reason = "JNI's functions, with what they ask for; -Xcheck:jni looks")]
impl Vm {
    /// `JNI_OnLoad`, with the system property set to this name; an empty one leaves it out.
    pub fn load(&self, class: &str) {
        let system = self.class("java/lang/System").expect("System");
        let (key, value) = (self.string("unitstr.jni.class"), self.string(class));
        let text = "(Ljava/lang/String;)Ljava/lang/String;";
        let texts = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        self.call_object(system, "setProperty", texts, &[jvalue { l: key }, jvalue { l: value }]);
        if class.is_empty() {
            self.call_object(system, "clearProperty", text, &[jvalue { l: key }]);
        }
        assert_eq!(unsafe { JNI_OnLoad(self.vm.cast(), ptr::null_mut()) }, JNI_VERSION_1_8);
        assert_eq!(self.thrown(), None, "nothing is thrown by loading");
    }

    pub fn class(&self, name: &str) -> Option<jclass> {
        let name = CString::new(name).expect("a name");
        let class = unsafe { (self.functions.FindClass)(self.env, name.as_ptr()) };
        self.thrown();
        (!class.is_null()).then_some(class)
    }

    fn string(&self, text: &str) -> jobject {
        let text = CString::new(text).expect("a text");
        unsafe { (self.functions.NewStringUTF)(self.env, text.as_ptr()) }
    }

    fn method(&self, class: jclass, name: &str, descriptor: &str) -> *mut c_void {
        let (name, descriptor) = (CString::new(name).expect("a name"), CString::new(descriptor).expect("a descriptor"));
        let method = unsafe { (self.functions.GetStaticMethodID)(self.env, class, name.as_ptr(), descriptor.as_ptr()) };
        assert!(!method.is_null(), "{name:?} {descriptor:?}");
        method.cast()
    }

    /// Calls a static method that returns a long; what it throws is the error.
    pub fn call(&self, class: jclass, name: &str, descriptor: &str, arguments: &[jvalue]) -> Result<jlong, String> {
        let method = self.method(class, name, descriptor);
        let call = self.functions.CallStaticLongMethodA;
        let result = unsafe { call(self.env, class, method.cast(), arguments.as_ptr()) };
        self.thrown().map_or(Ok(result), Err)
    }

    /// Calls a static method that returns an object, and throws nothing.
    pub fn call_object(&self, class: jclass, name: &str, descriptor: &str, arguments: &[jvalue]) -> jobject {
        let method = self.method(class, name, descriptor);
        let call = self.functions.CallStaticObjectMethodA;
        let result = unsafe { call(self.env, class, method.cast(), arguments.as_ptr()) };
        assert_eq!(self.thrown(), None, "{name}");
        result
    }

    /// The name of the class of the exception that is pending, which is not any more.
    pub fn thrown(&self) -> Option<String> {
        let thrown = unsafe { (self.functions.ExceptionOccurred)(self.env) };
        if thrown.is_null() {
            return None;
        }
        unsafe { (self.functions.ExceptionClear)(self.env) };
        for name in ["java/lang/ArrayIndexOutOfBoundsException", "java/lang/UnsatisfiedLinkError"] {
            let class = self.class(name).expect("a class");
            if unsafe { (self.functions.IsInstanceOf)(self.env, thrown, class) } {
                return Some(name.to_owned());
            }
        }
        Some("another".to_owned())
    }

    pub fn bytes(&self, bytes: &[u8]) -> jbyteArray {
        let count = i32::try_from(bytes.len()).expect("few");
        let array = unsafe { (self.functions.NewByteArray)(self.env, count) };
        unsafe { (self.functions.SetByteArrayRegion)(self.env, array, 0, count, bytes.as_ptr().cast()) };
        array
    }

    pub fn chars(&self, chars: &[u16]) -> jcharArray {
        let count = i32::try_from(chars.len()).expect("few");
        let array = unsafe { (self.functions.NewCharArray)(self.env, count) };
        unsafe { (self.functions.SetCharArrayRegion)(self.env, array, 0, count, chars.as_ptr()) };
        array
    }

    pub fn longs(&self, longs: &[i64]) -> jlongArray {
        let count = i32::try_from(longs.len()).expect("few");
        let array = unsafe { (self.functions.NewLongArray)(self.env, count) };
        unsafe { (self.functions.SetLongArrayRegion)(self.env, array, 0, count, longs.as_ptr()) };
        array
    }

    /// The first elements of a `byte[]`.
    pub fn bytes_of(&self, array: jbyteArray, count: usize) -> Vec<u8> {
        let mut bytes = vec![0_u8; count];
        let size = i32::try_from(count).expect("few");
        unsafe { (self.functions.GetByteArrayRegion)(self.env, array, 0, size, bytes.as_mut_ptr().cast()) };
        bytes
    }

    /// The first elements of a `char[]`.
    pub fn chars_of(&self, array: jcharArray, count: usize) -> Vec<u16> {
        let mut chars = vec![0_u16; count];
        let size = i32::try_from(count).expect("few");
        unsafe { (self.functions.GetCharArrayRegion)(self.env, array, 0, size, chars.as_mut_ptr()) };
        chars
    }

    /// The first elements of a `long[]`.
    pub fn longs_of(&self, array: jlongArray, count: usize) -> Vec<i64> {
        let mut longs = vec![0_i64; count];
        let size = i32::try_from(count).expect("few");
        unsafe { (self.functions.GetLongArrayRegion)(self.env, array, 0, size, longs.as_mut_ptr()) };
        longs
    }
}
