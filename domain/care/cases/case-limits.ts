/** How long the closet has to answer; without an answer the renter wins. */
export const ANSWER_HOURS = 72

/** How long admins have to decide once the closet has answered. */
export const DECISION_DAYS = 5

/** The longest words of a renter, and the longest answer, in characters. */
export const MAX_CASE_CHARACTERS = { appeal: 4000, return: 2000 } as const

/** The longest reasons of a decision. */
export const MAX_REASONS_CHARACTERS = 2000

/** The most photos of one side. */
export const MAX_CASE_PHOTOS = 6

const HOUR_MS = 3_600_000

/** When the answer to a case opened at `openedAt` is due. */
export function answerDue(openedAt: Date): Date {
  return new Date(openedAt.getTime() + ANSWER_HOURS * HOUR_MS)
}

/** When the decision on a case answered at `answeredAt` is due. */
export function decisionDue(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + DECISION_DAYS * 24 * HOUR_MS)
}
