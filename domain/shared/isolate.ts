// A name in a script that is written from right to left would turn the sentence around it: the
// digits and signs beside it would change sides.

const ISOLATE = '\u2068'
const END = '\u2069'

/** From a letter of such a script up to a letter of another one, or the end of the line. */
const RUN =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}](?:[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]|[^\p{L}\n])*/gu
const OF_RUN =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{M}]/u

/**
 * The text with its parts from right to left isolated, each from its first to its last letter.
 * Isolating it again changes nothing.
 */
export function isolated(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '').replace(RUN, (run) => {
    const characters = [...run]
    const last = characters.findLastIndex((character) => OF_RUN.test(character))
    return [ISOLATE, ...characters.slice(0, last + 1), END, ...characters.slice(last + 1)].join('')
  })
}
