/**
 * `npm run test:faults` cuts at every message; `npm test` at each of a short story, and of a long one
 * at some.
 */
export const AT_EVERY_MESSAGE = process.env.EVERY_MESSAGE === '1'

const SHORT = 12
const ONE_OF = 3
/** Money is moved elsewhere, and the two sides may differ. */
const isOfProvider = /^(answer to )?(a webhook|[A-Z]+ \/v1\/)/

/** From the messages of a story, the numbers of those at which it is cut; the first is 1. */
export function chosenOf(messages: readonly string[]): number[] {
  const all = messages.map((_, index) => index + 1)
  if (AT_EVERY_MESSAGE || messages.length <= SHORT) return all
  return all.filter(
    (at) =>
      at % ONE_OF === 1 || at === messages.length || isOfProvider.test(messages[at - 1] ?? ''),
  )
}
