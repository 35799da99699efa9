/** Words that are written short in some names and in full in others. */
const inFull: Readonly<Record<string, string>> = {
  ft: 'fort',
  mt: 'mount',
  st: 'saint',
  ste: 'sainte',
}

/**
 * The form in which names of places are compared: without case, accents, punctuation and spaces,
 * so that 'St. Louis' and 'saint-louis' are one, and 'DeSoto' and 'De Soto'. That of several words is
 * that of each, one after the other.
 */
export function foldPlaceName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\b(?:ft|mt|ste?)\b/g, (word) => inFull[word] ?? word)
    .replace(/[^a-z\d]+/g, '')
}
