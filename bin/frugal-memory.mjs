/**
 * Without these settings glibc keeps memory that each thread has freed: hundreds of megabytes after
 * decoding images.
 */
export const frugalMemory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
