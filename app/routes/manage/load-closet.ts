import { href } from 'react-router'
import { appContext, type Context, todayIn } from '#app/request/contexts.ts'
import { countNeedingAction } from '#domain/booking/rentals/lists/panel-list.ts'
import { readRate } from '#domain/money/payouts/earned/rate-when-rented.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'

type ClosetData = {
  /** By the address of a tab. */
  readonly counts: Readonly<Record<string, number>>
  /** 0 where closets are not paid. */
  readonly centsPerCredit: number
}

/** A blocked closet has no pages but its payouts. */
export const NO_CLOSET: ClosetData = { counts: {}, centsPerCredit: 0 }

export async function loadCloset(context: Context, owner: ClosetOwner): Promise<ClosetData> {
  const { db, stripe, clock } = context.get(appContext)
  const [needingAction, centsPerCredit] = await Promise.all([
    countNeedingAction(db, owner, todayIn(context)),
    stripe.hasConnect ? readRate(db, owner, clock()) : 0,
  ])
  return { counts: { [href('/business/rentals')]: needingAction }, centsPerCredit }
}
