const MAX_LENGTH = 320
const MIN_LENGTH = 160

/** The start of a long text, cut after a sentence or a word, and the rest; '' when it is short. */
export function openingOf(text: string): { readonly opening: string; readonly rest: string } {
  if (text.length <= MAX_LENGTH) return { opening: text, rest: '' }
  const head = text.slice(0, MAX_LENGTH)
  const sentence = Math.max(
    ...['. ', '! ', '? ', '.\n', '\n'].map((end) => head.lastIndexOf(end) + 1),
  )
  const word = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'))
  const at = sentence >= MIN_LENGTH ? sentence : word >= MIN_LENGTH ? word : MAX_LENGTH
  return { opening: text.slice(0, at).trimEnd(), rest: text.slice(at).trimStart() }
}
