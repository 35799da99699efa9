/** How long the closet has to answer an appeal; without an answer it is granted. */
export const ANSWER_HOURS = 72

/** How long admins have to decide once the closet has answered. */
export const DECISION_DAYS = 5

/** The longest appeal, and the longest answer. */
export const MAX_APPEAL_CHARACTERS = 4000

/** The longest reasons of a decision. */
export const MAX_REASONS_CHARACTERS = 2000

/** Photos that may go with an appeal, and with its answer. */
export const MAX_APPEAL_PHOTOS = 6

const HOUR_MS = 3_600_000

/** When the answer to an appeal filed at `filedAt` is due. */
export function answerDue(filedAt: Date): Date {
  return new Date(filedAt.getTime() + ANSWER_HOURS * HOUR_MS)
}

/** When the decision on an appeal answered at `answeredAt` is due. */
export function decisionDue(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + DECISION_DAYS * 24 * HOUR_MS)
}
