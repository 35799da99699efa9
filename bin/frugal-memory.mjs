/**
 * glibc holds on to memory that each thread freed: decoded images would leave hundreds of
 * megabytes.
 */
export const frugalMemory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
