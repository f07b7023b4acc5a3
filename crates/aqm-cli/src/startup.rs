//! Whether the process was started with a closed standard output, as with `>&-` in a shell.
//!
//! Rust opens `/dev/null` in place of closed streams before `main`, so that what is printed is lost without an error. The loader calls
//! the function below before that.

/// Returns whether standard output was closed when the process started.
pub fn is_stdout_closed() -> bool {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    return early::IS_CLOSED.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    false
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
#[expect(unsafe_code, reason = "no safe function runs before Rust opens /dev/null")]
mod early {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: fcntl reads the flags of a descriptor, and fails if there is none.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        IS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}
