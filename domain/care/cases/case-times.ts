// Appeals and return requests have the same deadlines.

/** How long the closet has to answer; without an answer the renter wins. */
export const ANSWER_HOURS = 72

/** How long admins have to decide once the closet has answered. */
export const DECISION_DAYS = 5

const HOUR_MS = 3_600_000

/** When the answer to a case opened at `openedAt` is due. */
export function answerDue(openedAt: Date): Date {
  return new Date(openedAt.getTime() + ANSWER_HOURS * HOUR_MS)
}

/** When the decision on a case answered at `answeredAt` is due. */
export function decisionDue(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + DECISION_DAYS * 24 * HOUR_MS)
}
