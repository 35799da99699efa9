import { href, redirect } from 'react-router'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context, shopperIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import type { PaymentReturn } from '#app/request/payment-return.ts'
import { hereIn } from '#app/request/shopper-place.ts'
import type { ItemId, OrderId } from '#db/ids.ts'
import { readSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import {
  findReturnTo,
  leavePayment,
  type PaidBag,
  paidPartsOf,
  requestPaidRentals,
} from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { findItem, type ItemPage } from '#domain/catalogue/items/item-queries.ts'
import { relatedItems } from '#domain/catalogue/items/related-items.ts'
import { done } from '#domain/shared/outcome.ts'

function when(context: Context) {
  const { clock, timeZone } = context.get(appContext)
  return { now: clock(), today: todayIn(context), timeZone }
}

function newRental(rentalId: string): Response {
  return redirect(`${href('/rental-success')}?rental=${rentalId}`)
}

/**
 * Requests the rental that was paid for, and leads to it. If it cannot be requested, returns what is
 * free instead; null for every other payment.
 */
export async function requestWithPayment(
  context: Context,
  request: Request,
  { order }: Exclude<PaymentReturn, { readonly state: 'unknown' }>,
) {
  const { db } = context.get(appContext)
  const read = await attempt(context, request, async () =>
    done(await requestPaidRentals(db, order.id, when(context))),
  )
  // The job behind the payment requests it.
  const rental = read.ok ? onlyPiece(read.value) : null
  if (rental?.status === 'requested') throw newRental(rental.rentalId)
  if (rental?.status !== 'refused') return null
  const { itemId, start, end, problem } = rental
  const item = await findItem(db, shopperIn(context), itemId, todayIn(context))
  return {
    shows: 'refused' as const,
    title: item?.title ?? 'the item',
    ...{ start, end, problem, paid: await paidPartsOf(db, order.id) },
    free: item ? await freeInstead(context, item, { start, end }) : [],
  }
}

/** The piece of a bag of one; bags of several have their own pages. */
function onlyPiece(bag: PaidBag | null) {
  return bag?.pieces.length === 1 ? (bag.pieces[0] ?? null) : null
}

/** Items like this one that are free on the dates, those that reach the shopper first. */
async function freeInstead(context: Context, { id, lister }: ItemPage, dates: DateRange) {
  const { db } = context.get(appContext)
  const shopper = shopperIn(context)
  const here = hereIn(context)?.point ?? null
  const sizes = shopper && (await readSizeProfile(db, shopper))
  const viewer = shopper && { id: shopper.id, sizes }
  const wanted = { dates, today: todayIn(context), viewer, here }
  const { similar } = await relatedItems(db, { id, closetId: lister.id }, wanted)
  return similar.map((card) => ({ ...card, liked: shopper && card.liked }))
}

/** Leads back from the payment page to the item, and frees the dates; or to the paid rental. */
export async function leavePaymentPage(
  context: Context,
  request: Request,
  orderId: OrderId,
): Promise<Response> {
  const { db, stripe } = context.get(appContext)
  const shopper = shopperIn(context)
  const returnTo = shopper && (await findReturnTo(db, shopper, orderId))
  if (!shopper || !returnTo) return redirect(href('/my-rentals'))
  const left = await attempt(context, request, () =>
    leavePayment(db, shopper, stripe, orderId, when(context)),
  )
  const rental = left.ok && onlyPiece(await requestPaidRentals(db, orderId, when(context)))
  if (!rental) return redirect(returnTo)
  if (rental.status === 'requested') return newRental(rental.rentalId)
  if (rental.status !== 'left') return redirect(returnTo)
  const text = 'You were not charged. The dates are no longer held for you.'
  return redirectWithToast(returnTo, { type: 'info', text })
}

/** What became of a bag that was paid for, with what could not be requested; null before that. */
export async function readPaidBag(context: Context, request: Request, orderId: OrderId) {
  const { db } = context.get(appContext)
  const read = await attempt(context, request, async () =>
    done(await requestPaidRentals(db, orderId, when(context))),
  )
  // The job behind the payment requests it.
  if (!read.ok || !read.value) return null
  const { pieces, together } = read.value
  const refused = await Promise.all(
    pieces.flatMap((piece) => (piece.status === 'refused' ? [titled(context, piece)] : [])),
  )
  const hasRentals = pieces.some(({ status }) => status === 'requested')
  return { together, pieces, refused, hasRentals, paid: await paidPartsOf(db, orderId) }
}

async function titled<Piece extends { readonly itemId: ItemId }>(context: Context, piece: Piece) {
  const { db } = context.get(appContext)
  const item = await findItem(db, shopperIn(context), piece.itemId, todayIn(context))
  return { ...piece, title: item?.title ?? 'the item' }
}

/** Frees the dates of a bag whose payment page was left; returns it, null if it is not theirs. */
export async function leavePaidBag(
  context: Context,
  request: Request,
  orderId: OrderId,
): Promise<PaidBag | null> {
  const { db, stripe } = context.get(appContext)
  const shopper = shopperIn(context)
  if (!shopper || !(await findReturnTo(db, shopper, orderId))) return null
  const left = await attempt(context, request, () =>
    leavePayment(db, shopper, stripe, orderId, when(context)),
  )
  return left.ok ? await requestPaidRentals(db, orderId, when(context)) : null
}
