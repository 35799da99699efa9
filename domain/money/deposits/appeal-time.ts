/** How long after the decision a renter can appeal against a withheld amount. */
export const APPEAL_DAYS = 7

/** When the time to appeal against an amount withheld at `withheldAt` ends. */
export function appealEnd(withheldAt: Date): Date {
  return new Date(withheldAt.getTime() + APPEAL_DAYS * 86_400_000)
}
