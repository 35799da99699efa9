/** How long a renter who is said not to have come can contest it. */
export const CONTEST_HOURS = 48

/** When the time to contest that the renter did not come, recorded at `endedAt`, is over. */
export function contestEnd(endedAt: Date): Date {
  return new Date(endedAt.getTime() + CONTEST_HOURS * 3_600_000)
}
