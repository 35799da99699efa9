/** A word of a typed sentence. */
export type Word = {
  /** Lowercase letters and digits, without accents and apostrophes. */
  readonly text: string
  /** What stands between it and the word before: ' ', '-', ' - ', ', ', ' $'… */
  readonly before: string
}

/** The words of a text. Texts that differ only in accents, apostrophes or case have the same. */
export function wordsOf(text: string): Word[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼʹ´`]/gu, '')
    .replace(/[‐‑‒–—−]/g, '-')
    .toLowerCase()
  let end = 0
  return Array.from(folded.matchAll(/[\p{L}\p{N}]+/gu), (match) => {
    const before = folded.slice(end, match.index)
    end = match.index + match[0].length
    return { text: match[0], before }
  })
}

/** The words as one key: 'vesper vine' for 'Vesper & Vine', 'black tie' for 'black-tie'. */
export function keyOf(text: string): string {
  return wordsOf(text)
    .map((word) => word.text)
    .filter((word) => word !== 'and')
    .join(' ')
}

/** Whether two words next to each other can belong to one name: no comma or slash parts them. */
export function continues({ before }: Word): boolean {
  return before.trim() === '' || before === '-' || before.trim() === '&'
}

/** The text of a word; '' beyond the sentence. */
export function textAt(words: readonly Word[], at: number): string {
  return words[at]?.text ?? ''
}
