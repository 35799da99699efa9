import { earningReason } from '#app/components/closet/earning-words.ts'
import { appContext, type Context, viewerIn } from '#app/request/contexts.ts'
import type { OwnPayout } from '#domain/money/payouts/own-payouts.ts'
import { earningsOfPayout } from '#domain/money/payouts/payout-queries.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { shownPayout } from './shown-payout.ts'

/** The statement of a payout, for its closet or for admins. */
export async function readStatement(
  context: Context,
  payout: OwnPayout,
  closet: { readonly name: string; readonly email: string },
) {
  const { db, timeZone, site } = context.get(appContext)
  const [{ lines, sums }, { businessAddress }] = await Promise.all([
    earningsOfPayout(db, payout),
    site.settings(db, viewerIn(context).siteVersion),
  ])
  const day = (at: Date) => calendarDateIn(timeZone, at)
  return {
    payout: shownPayout(payout, timeZone),
    stripeId: payout.stripeId,
    year: day(payout.paidAt ?? payout.requestedAt).slice(0, 4),
    sums,
    lines: lines.map((line) => ({
      ...{ id: line.id, cents: line.cents, title: line.title },
      ...{ day: showDate(day(line.earnedAt)), reason: earningReason(line) },
    })),
    closet,
    businessAddress,
  }
}
