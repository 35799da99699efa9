import { addMonths } from '#domain/money/credits/months.ts'
import { LOT_LIFETIME_MONTHS } from './plans.ts'

/** The period that a paid invoice pays for: from `startsAt` until just before `endsAt`. */
export type Coverage = { readonly startsAt: Date; readonly endsAt: Date }

/** A month of a subscription that is paid for. */
export type CoveredMonth<Paid extends Coverage> = {
  /** 0 for the first month of the subscription. */
  readonly number: number
  readonly startsAt: Date
  /** Its credits expire at the end of this day: that on which the month after the next starts. */
  readonly expiresAt: Date
  readonly paidBy: Paid
}

/**
 * The months of a subscription that its coverage pays for (spec 9.1). Month k starts at `anchor + k
 * months`, regardless of invoice dates, and is paid for when that instant is inside a coverage.
 * Where two coverages overlap, as after an upgrade, the later one pays.
 */
export function monthsCovered<Paid extends Coverage>(
  anchor: Date,
  coverage: readonly Paid[],
): CoveredMonth<Paid>[] {
  const latestFirst = [...coverage].sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime())
  const end = Math.max(...coverage.map((paid) => paid.endsAt.getTime()))
  const months: CoveredMonth<Paid>[] = []
  for (let number = 0; ; number++) {
    const startsAt = addMonths(anchor, number)
    if (!(startsAt.getTime() < end)) return months
    const paidBy = latestFirst.find((paid) => paid.startsAt <= startsAt && startsAt < paid.endsAt)
    if (!paidBy) continue
    const expiresAt = addMonths(anchor, number + LOT_LIFETIME_MONTHS)
    months.push({ number, startsAt, expiresAt, paidBy })
  }
}

/**
 * The date of the next credits: the next month that is paid for, or that a renewal will pay for
 * while the subscription continues. Null when there are none.
 */
export function nextCreditDate(
  subscription: {
    readonly anchor: Date | null
    readonly coverage: readonly Coverage[]
    /** Whether Stripe will bill again, and until when at most. */
    readonly renews: boolean
    readonly cancelAt: Date | null
  },
  now: Date,
): Date | null {
  const { anchor, coverage, renews, cancelAt } = subscription
  if (!anchor) return null
  const paid = monthsCovered(anchor, coverage).find((month) => month.startsAt > now)
  if (paid) return paid.startsAt
  if (!renews) return null
  let number = 0
  while (addMonths(anchor, number) <= now) number++
  const next = addMonths(anchor, number)
  return cancelAt && next >= cancelAt ? null : next
}
