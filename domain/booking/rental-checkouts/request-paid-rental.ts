import { type Db, inTransaction } from '#db/connection.ts'
import type { ItemId, OrderId, RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { asShopper, personOf } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { endCheckout, lockItemOfCheckout } from './end-checkout.ts'

/** The time of a command; the shop's date and its IANA time zone. */
export type When = {
  readonly now: Date
  readonly today: CalendarDate
  readonly timeZone: string
}

/** What became of the rental that an order was paid for. */
export type PaidRental =
  | { readonly status: 'open' }
  | { readonly status: 'requested'; readonly rentalId: RentalId }
  /** The person keeps what was bought. */
  | {
      readonly status: 'refused'
      /** The reason of a `RentProblem`. */
      readonly problem: string
      readonly itemId: ItemId
      readonly start: CalendarDate
      readonly end: CalendarDate
    }
  | { readonly status: 'left' }

/**
 * Requests the rental of an order whose payment has arrived, with the same checks as any other
 * request; also after its dates are no longer held, if they are still free. Any number of calls
 * request it once: by its request key, which a crash before the last step leaves in place. If it
 * cannot be requested, the person keeps what was bought and gets an email. Null for an order
 * without a rental.
 */
export async function requestPaidRental(
  db: Db,
  orderId: OrderId,
  { now, today, timeZone }: When,
): Promise<PaidRental | null> {
  const checkout = await readCheckout(db, orderId)
  if (!checkout) return null
  if (checkout.status !== 'open' || !checkout.isPaid) return resultOf(checkout)
  const shopper = asShopper(personOf(checkout.person))
  const isGone = checkout.person.deleted_at !== null || checkout.person.blocked_at !== null
  const rented =
    shopper && !isGone
      ? await requestRental(db, shopper, checkout.request, now, today, timeZone)
      : null
  await inTransaction(db, async (tx) => {
    if (rented?.ok) {
      const locked = await lockItemOfCheckout(tx, orderId)
      if (locked?.status !== 'open') return
      const { rentalId } = rented.value
      await tx
        .updateTable('rental_checkouts')
        .set({ status: 'requested', rental_id: rentalId, ended_at: now })
        .where('order_id', '=', orderId)
        .execute()
      return
    }
    const problem = rented ? rented.problem.reason : 'not-available'
    const isEnded = await endCheckout(tx, orderId, { status: 'refused', problem }, now)
    if (isEnded && !isGone) await enqueue(tx, 'tell-about-refused-checkout', { orderId })
  })
  const ended = await readCheckout(db, orderId)
  return ended && resultOf(ended)
}

async function readCheckout(db: Db, orderId: OrderId) {
  const row = await db
    .selectFrom('rental_checkouts as c')
    .innerJoin('checkout_orders as o', 'o.id', 'c.order_id')
    .innerJoin('user_profiles as p', 'p.id', 'c.shopper_id')
    .select(['c.status', 'c.rental_id', 'c.problem', 'c.item_id', 'c.start_date', 'c.end_date'])
    .select(['c.request_key', 'c.handover', 'c.credits_per_day', 'o.origin', 'o.status as paid'])
    .select(['p.id', 'p.full_name', 'p.email', 'p.email_verified', 'p.account_type'])
    .select(['p.business_status', 'p.deleted_at', 'p.blocked_at'])
    .where('c.order_id', '=', orderId)
    .executeTakeFirst()
  if (!row) return null
  return {
    status: row.status,
    rentalId: row.rental_id,
    problem: row.problem,
    isPaid: row.paid === 'fulfilled' || row.paid === 'refunded',
    person: row,
    request: {
      itemId: row.item_id,
      start: row.start_date,
      end: row.end_date,
      requestKey: row.request_key,
      origin: row.origin ?? '',
      shownCreditsPerDay: row.credits_per_day,
      isPaid: true,
      handover: row.handover,
    },
  }
}

function resultOf(checkout: NonNullable<Awaited<ReturnType<typeof readCheckout>>>): PaidRental {
  const { status, rentalId, problem, request } = checkout
  if (status === 'requested' && rentalId) return { status, rentalId }
  const { itemId, start, end } = request
  if (status === 'refused') return { status, problem: problem ?? '', itemId, start, end }
  return status === 'left' ? { status } : { status: 'open' }
}
