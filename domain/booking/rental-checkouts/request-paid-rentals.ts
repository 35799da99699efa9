import { type Db, inTransaction } from '#db/connection.ts'
import type { ItemId, OrderId, RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { type RentRequest, rentPieces } from '#domain/booking/rentals/rentals.ts'
import { asShopper, personOf } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Ending, endPieces } from './end-checkout.ts'
import { ANOTHER_PIECE } from './refused-words.ts'

/** The time of a command; the shop's date and its IANA time zone. */
export type When = {
  readonly now: Date
  readonly today: CalendarDate
  readonly timeZone: string
}

/** What became of one piece that an order was paid for. */
export type PaidPiece = {
  readonly itemId: ItemId
  readonly start: CalendarDate
  readonly end: CalendarDate
} & (
  | { readonly status: 'open' | 'left' }
  | { readonly status: 'requested'; readonly rentalId: RentalId }
  /**
   * The person keeps what was bought. The reason of a `RentProblem`, or `ANOTHER_PIECE`.
   */
  | { readonly status: 'refused'; readonly problem: string }
)

export type PaidBag = {
  readonly together: boolean
  /** In the order asked. */
  readonly pieces: readonly PaidPiece[]
}

/**
 * Requests the pieces of an order whose payment has arrived, together or one after the other, with
 * the same checks as any other request; also after their dates are no longer held, if they are
 * still free. Any number of calls request each once: by its request key, which a crash before the
 * last step leaves in place. Of what cannot be requested, the person keeps what was bought and gets
 * one email, after the last piece. Null for an order without a rental.
 */
export async function requestPaidRentals(
  db: Db,
  orderId: OrderId,
  when: When,
): Promise<PaidBag | null> {
  const checkout = await readCheckout(db, orderId)
  if (!checkout) return null
  const open = checkout.pieces.filter(({ status }) => status === 'open')
  if (open.length === 0 || !checkout.isPaid) return bagOf(checkout)
  const groups = checkout.together ? [open] : open.map((piece) => [piece])
  for (const group of groups) await requestGroup(db, orderId, checkout, group, when)
  const ended = await readCheckout(db, orderId)
  return ended && bagOf(ended)
}

type Checkout = NonNullable<Awaited<ReturnType<typeof readCheckout>>>
type Piece = Checkout['pieces'][number]

async function requestGroup(
  db: Db,
  orderId: OrderId,
  { person }: Checkout,
  group: readonly Piece[],
  { now, today, timeZone }: When,
): Promise<void> {
  const shopper = asShopper(personOf(person))
  const isGone = person.deleted_at !== null || person.blocked_at !== null
  const requests = group.map(({ request }) => request)
  const rented =
    shopper && !isGone ? await rentPieces(db, shopper, requests, now, today, timeZone) : null
  const endingOf = (itemId: ItemId): Ending | null => {
    if (!requests.some((request) => request.itemId === itemId)) return null
    if (!rented) return { status: 'refused', problem: 'not-available' }
    if (!rented.ok) {
      const isAbout = rented.itemId === null || rented.itemId === itemId
      return { status: 'refused', problem: isAbout ? rented.problem.reason : ANOTHER_PIECE }
    }
    const piece = rented.value.find((one) => one.itemId === itemId)
    return piece ? { status: 'requested', rentalId: piece.rental.rentalId } : null
  }
  await inTransaction(db, async (tx) => {
    const isOver = await endPieces(tx, orderId, endingOf, now)
    if (!isOver || isGone) return
    const refused = await tx
      .selectFrom('rental_checkouts')
      .select('item_id')
      .where('order_id', '=', orderId)
      .where('status', '=', 'refused')
      .executeTakeFirst()
    if (refused) await enqueue(tx, 'tell-about-refused-checkout', { orderId })
  })
}

async function readCheckout(db: Db, orderId: OrderId) {
  const rows = await db
    .selectFrom('rental_checkouts as c')
    .innerJoin('checkout_orders as o', 'o.id', 'c.order_id')
    .innerJoin('user_profiles as p', 'p.id', 'c.shopper_id')
    .select(['c.status', 'c.rental_id', 'c.problem', 'c.item_id', 'c.start_date', 'c.end_date'])
    .select(['c.request_key', 'c.handover', 'c.credits_per_day', 'c.together', 'c.board_id'])
    .select(['o.origin', 'o.status as paid'])
    .select(['p.id', 'p.full_name', 'p.email', 'p.email_verified', 'p.account_type'])
    .select(['p.business_status', 'p.deleted_at', 'p.blocked_at'])
    .where('c.order_id', '=', orderId)
    .orderBy('c.pieces_after', 'desc')
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    together: first.together,
    isPaid: first.paid === 'fulfilled' || first.paid === 'refunded',
    person: first,
    pieces: rows.map((row) => ({
      status: row.status,
      rentalId: row.rental_id,
      problem: row.problem,
      ...{ itemId: row.item_id, start: row.start_date, end: row.end_date },
      request: {
        itemId: row.item_id,
        start: row.start_date,
        end: row.end_date,
        requestKey: row.request_key,
        origin: row.origin ?? '',
        shownCreditsPerDay: row.credits_per_day,
        isPaid: true,
        handover: row.handover,
        boardId: row.board_id,
      } satisfies RentRequest,
    })),
  }
}

function bagOf({ together, pieces }: Checkout): PaidBag {
  return { together, pieces: pieces.map(pieceOf) }
}

function pieceOf({ status, rentalId, problem, itemId, start, end }: Piece): PaidPiece {
  const about = { itemId, start, end }
  if (status === 'requested' && rentalId) return { ...about, status, rentalId }
  if (status === 'refused') return { ...about, status, problem: problem ?? '' }
  return { ...about, status: status === 'left' ? status : 'open' }
}
