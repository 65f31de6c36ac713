/* What C++ needs of its surroundings in WebAssembly and the compiler's libraries do not define there. */

/* The tag with which exceptions are thrown. */
__asm__(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");

/* The one thread never ends, so nothing is to be destroyed at its end. */
int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *module) {
    (void)destroy, (void)object, (void)module;
    return 0;
}
