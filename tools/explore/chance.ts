/** A number in (0, 1) that depends on nothing but the words: the same on every machine. */
function fractionOf(words: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < words.length; at++)
    hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32
}

/**
 * One of the choices at random, by weight. What else can be chosen hardly changes which one it is,
 * so that a run with the same seed stays on its way although a page has one link more.
 */
export function choose<Choice extends { readonly key: string; readonly weight: number }>(
  seed: string,
  choices: readonly Choice[],
): Choice | null {
  let best: Choice | null = null
  let least = Number.POSITIVE_INFINITY
  for (const choice of choices) {
    const wait = -Math.log(fractionOf(`${seed} ${choice.key}`)) / choice.weight
    if (wait >= least) continue
    least = wait
    best = choice
  }
  return best
}

export const pick = (seed: string, texts: readonly string[]): string =>
  texts[Math.floor(fractionOf(seed) * texts.length)] ?? ''
