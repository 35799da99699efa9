const LONGEST = 320
const SHORTEST = 160

/** The start of a long text, cut after a sentence or a word, and the rest; '' when it is short. */
export function openingOf(text: string): { readonly opening: string; readonly rest: string } {
  if (text.length <= LONGEST) return { opening: text, rest: '' }
  const head = text.slice(0, LONGEST)
  const sentence = Math.max(
    ...['. ', '! ', '? ', '.\n', '\n'].map((end) => head.lastIndexOf(end) + 1),
  )
  const word = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'))
  const at = sentence >= SHORTEST ? sentence : word >= SHORTEST ? word : LONGEST
  return { opening: text.slice(0, at).trimEnd(), rest: text.slice(at).trimStart() }
}
