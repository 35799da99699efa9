/** glibc keeps what each thread freed: decoded pictures would leave hundreds of megabytes behind. */
export const frugalMemory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
