/* Definitions that C++ needs in WebAssembly, and that the compiler's libraries lack there. */

/* The tag of thrown exceptions. */
__asm__(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");

/* The only thread never ends, so nothing is destroyed at its end. */
int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* module) {
  (void)destroy;
  (void)object;
  (void)module;
  return 0;
}
