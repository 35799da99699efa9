/**
 * `npm run test:faults` cuts at every message. `npm test` cuts at each message that is specific to
 * a story, or at some of them if the story is long.
 */
export const AT_EVERY_MESSAGE = process.env.EVERY_MESSAGE === '1'

const SHORT = 12
const ONE_OF = 3
/** The provider moves money. Until the next message, only one of the two sides knows of it. */
const isOfProvider = /^[A-Z]+ \/v1\//
/** How a worker starts and finds its next job, which is the same in each story. */
const isOfQueue = /get_job|_private_tasks|update graphile_worker|"graphile_worker".migrat/

/** The numbers of the messages at which a story is cut; the first message is 1. */
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

/** All webhooks are received, stored and answered in the same way. */
function isLikeEarlier(messages: readonly string[], at: number): boolean {
  const begin = messages.indexOf('a webhook') + 1
  const end = messages.lastIndexOf('answer to a webhook') + 1
  return begin > 0 && at > begin + 2 && at <= end
}
