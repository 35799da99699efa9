/** How long after the decision a renter can appeal against a kept deposit. */
export const APPEAL_DAYS = 7

/** When the time to appeal against what was kept at `withheldAt` ends. */
export function appealEnd(withheldAt: Date): Date {
  return new Date(withheldAt.getTime() + APPEAL_DAYS * 86_400_000)
}
