/**
 * `npm run test:faults` cuts at every message; `npm test` at each of a short story's own, and of a
 * long one's at some.
 */
export const AT_EVERY_MESSAGE = process.env.EVERY_MESSAGE === '1'

const SHORT = 12
const ONE_OF = 3
/** Money is moved elsewhere. Before the next message, only one of the two sides knows of it. */
const isOfProvider = /^[A-Z]+ \/v1\//
/** How a worker starts and finds its next job is the same in each story, and changes nothing of it. */
const isOfQueue = /get_job|_private_tasks|update graphile_worker|"graphile_worker".migrat/

/** From the messages of a story, the numbers of those at which it is cut; the first is 1. */
export function chosenOf(messages: readonly string[]): number[] {
  const all = messages.map((_, index) => index + 1)
  if (AT_EVERY_MESSAGE) return all
  const messageAt = (at: number) => messages[at - 1] ?? ''
  const own = all.filter(
    (at) => !isCommon(messageAt(at), messageAt(at - 1)) && !isLikeEarlier(messages, at),
  )
  if (own.length <= SHORT) return own
  const isOfMoney = (at: number) =>
    [messageAt(at), messageAt(at - 1)].some((message) => isOfProvider.test(message))
  return own.filter(
    (at, index) =>
      index % ONE_OF === 0 ||
      at === own.at(-1) ||
      isOfMoney(at) ||
      messageAt(at) === 'answer to a webhook',
  )
}

function isCommon(message: string, before: string): boolean {
  return isOfQueue.test(message) || (message === 'its answer' && isOfQueue.test(before))
}

/** Webhooks come, are stored and answered one like the other. */
function isLikeEarlier(messages: readonly string[], at: number): boolean {
  const begin = messages.indexOf('a webhook') + 1
  const end = messages.lastIndexOf('answer to a webhook') + 1
  return begin > 0 && at > begin + 2 && at <= end
}
