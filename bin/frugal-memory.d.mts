/** Environment of every process that decodes pictures. */
export const frugalMemory: Readonly<Record<string, string>>
