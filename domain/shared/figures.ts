// Numbers in sentences. Rules are constants, so that no sentence repeats their values.

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** '1 day', '30 days'. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

/** 'one hour', 'three days'; digits from eleven on. */
export function inWords(count: number, one: string): string {
  return counted(count, one).replace(/^\d+/, (digits) => WORDS[count] ?? digits)
}

/** '5 MB' for a size in bytes. */
export function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}
