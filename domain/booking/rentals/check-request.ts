import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { BoardId, ItemId, RentalId } from '#db/ids.ts'
import type { Delivery } from '#domain/accounts/people/people.ts'
import { type LiveRental, ownRentalOn, rentableOn } from '#domain/booking/calendar/calendar.ts'
import { type LockedItem, lockItem } from '#domain/booking/rentals/records/rental-locks.ts'
import {
  chooseHandover,
  type HandoverProblem,
  handoverOffer,
} from '#domain/booking/rentals/stage/chosen-handover.ts'
import {
  type DatesProblem,
  type RentalDates,
  readDates,
} from '#domain/booking/rentals/stage/quote.ts'
import { heldForOthersUntil } from '#domain/booking/waitlist/waitlist.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import { placeOfRenter, readReach } from '#domain/catalogue/reach/reach.ts'
import { lockingWallet, type SpendProblem } from '#domain/money/credits/credits.ts'
import { type LiveDeposit, lockDeposit } from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type NotYetTrusted, rentalsNeeded } from '#domain/site/settings/settings.ts'

export type RentRequest = {
  readonly itemId: ItemId
  /** As submitted: 'YYYY-MM-DD', validated here. */
  readonly start: unknown
  readonly end: unknown
  /** Single-use key of the form: it rents once, however often the form is posted. */
  readonly requestKey: string
  /** The base address of links in its emails. */
  readonly origin: string
  /**
   * Defaults to the details in the profile. Invalid details are refused last, when nothing else is
   * wrong.
   */
  readonly delivery?: Delivery | 'invalid' | undefined
  /** The price per day that the shopper was shown, in credits; a higher one is refused. */
  readonly shownCreditsPerDay?: number | undefined
  /** It was paid for at the price shown: a higher one does not count. */
  readonly isPaid?: boolean
  /** The occasion that it is for; only a board that the shopper is on counts. */
  readonly boardId?: BoardId | null | undefined
  /** How the renter gets it. Needed where it is known not to be delivered. */
  readonly handover?: ChosenHandover | null | undefined
}

export type RentProblem =
  | { readonly reason: 'item-not-found' }
  | { readonly reason: 'deposit-missing' }
  | {
      readonly reason: 'deposit-barred'
      readonly why: NonNullable<LiveDeposit['barred']>
      /** The top-up needed, in cents; 0 when a top-up is not possible. */
      readonly topUpCents: number
    }
  | DatesProblem
  | { readonly reason: 'own-item' }
  | { readonly reason: 'item-paused' }
  /** One of them has blocked the other. */
  | { readonly reason: 'not-available' }
  | {
      readonly reason: 'dates-taken'
      /** Until when the dates are held for somebody else, if they are. */
      readonly heldUntil?: Date
    }
  /** The shopper has booked these days themselves, or an item that takes one rental at a time. */
  | { readonly reason: 'already-requested'; readonly rental: LiveRental }
  | NotYetTrusted
  | { readonly reason: 'request-used' }
  /** The price has gone up since the shopper saw it. */
  | { readonly reason: 'price-changed'; readonly creditsPerDay: number }
  | SpendProblem
  | { readonly reason: 'delivery-invalid' }
  | HandoverProblem

export type Rented = { readonly rentalId: RentalId; readonly totalCredits: number }

/** A request that nothing but a lack of money, delivery details or the handover stands against. */
export type CheckedRequest = {
  readonly item: LockedItem
  readonly dates: RentalDates
  /** Null only for a request whose deposit is about to be paid. */
  readonly deposit: LiveDeposit | null
  /** Refused last, like the delivery details. */
  readonly handover: Outcome<ChosenHandover | null, HandoverProblem>
  readonly free: Free
}

/** Whether the days are free because of an offer of the waitlist, or because they are held. */
type Free = { readonly hasOffer: boolean; readonly isHeld: boolean }

/**
 * The checks of spec 4.3 that do not change anything, in their order, under the locks of the item,
 * the wallet and the deposit. A deposit that is `owned` has to cover the rental; one that is
 * `bought` with it may be missing, in part too. Returns the rental already made with the same form.
 */
export async function checkRequest(
  tx: Tx,
  shopper: Shopper,
  request: RentRequest,
  today: CalendarDate,
  covered: 'owned' | 'bought',
): Promise<Outcome<CheckedRequest | { readonly earlier: Rented }, RentProblem>> {
  const item = await lockItem(tx, request.itemId)
  const dates = readDates(request, today)
  const locked = await lockForRental(tx, shopper, request, dates, today)
  const { earlier, blocked, free, wallet } = locked
  if (earlier) return done({ earlier })
  if (!item?.rentable) return refused({ reason: 'item-not-found' })
  const deposit = await lockDeposit(tx, shopper.id)
  if (!deposit && covered === 'owned') return refused({ reason: 'deposit-missing' })
  if (deposit?.barred && (covered === 'owned' || deposit.topUpCents === 0))
    return refused({
      ...{ reason: 'deposit-barred', why: deposit.barred, topUpCents: deposit.topUpCents },
    })
  if ('reason' in dates) return refused(dates)
  if (item.ownerId === shopper.id) return refused({ reason: 'own-item' })
  if (item.paused) return refused({ reason: 'item-paused' })
  if (blocked) return refused({ reason: 'not-available' })
  if (!free) return refused(await bookingProblem(tx, shopper, request.itemId, dates))
  const needed = item.hasReplacementValue
    ? await readRequiredRentals(tx, shopper, request.itemId)
    : null
  if (needed !== null) return refused({ reason: 'not-yet-trusted', rentals: needed })
  if (wallet.frozen) return refused({ reason: 'wallet-frozen' })
  const shown = request.shownCreditsPerDay ?? item.creditsPerDay
  if (item.creditsPerDay > shown && !request.isPaid)
    return refused({ reason: 'price-changed', creditsPerDay: item.creditsPerDay })
  const creditsPerDay = Math.min(item.creditsPerDay, shown)
  return done({
    item: { ...item, creditsPerDay },
    dates,
    deposit,
    handover: handoverFor(request, item, locked.profile),
    free,
  })
}

/** How the item gets to where the request, or else the profile, wants it. */
function handoverFor(
  { delivery, handover }: RentRequest,
  item: LockedItem,
  { zip, address }: LockedForRental['profile'],
) {
  const typed = delivery && delivery !== 'invalid' ? delivery.address : null
  const place = placeOfRenter({ typed, zip, stored: address })
  const offer = handoverOffer(readReach(item.reach), place)
  return chooseHandover(offer, handover ?? null)
}

type LockedForRental = {
  /** The rental already made with the same form. */
  readonly earlier: Rented | null
  /** The shopper or the item's lister has blocked the other. */
  readonly blocked: boolean
  /**
   * Null unless the item's calendar is free for the shopper on these days and the closet's notice
   * period is met.
   */
  readonly free: Free | null
  readonly wallet: { readonly frozen: boolean }
  /** Where the shopper is, as far as their profile says. */
  readonly profile: { readonly zip: string | null; readonly address: string | null }
}

/**
 * Locks the wallet, and reads in the same statement what can be read once the item is locked.
 * Invalid dates are not checked against the calendar, which nobody else can change while the item
 * is locked.
 */
async function lockForRental(
  tx: Tx,
  shopper: Shopper,
  { itemId, requestKey }: RentRequest,
  dates: RentalDates | DatesProblem,
  today: CalendarDate,
): Promise<LockedForRental> {
  const earlier = tx
    .selectFrom('rentals')
    .select(['id', 'total_credits'])
    .where('request_key', '=', requestKey)
    .where('renter_id', '=', shopper.id)
    .where('item_id', '=', itemId)
  const lent = tx
    .selectFrom('clothing_items as i')
    .select(
      sql<boolean>`exists (select from waitlist_entries w where w.item_id = i.id
        and w.shopper_id = ${shopper.id} and w.status = 'offered')`.as('hasOffer'),
    )
    .select(
      sql<boolean>`exists (select from booked_periods h where h.item_id = i.id
        and h.held_for = ${shopper.id})`.as('isHeld'),
    )
    .where('i.id', '=', itemId)
  const free = 'reason' in dates ? lent : lent.where(rentableOn('i', dates, today, shopper.id))
  const lister = sql`(select business_id from clothing_items where id = ${itemId})`
  const row = await lockingWallet(tx, shopper.id)
    .selectFrom('wallet')
    .innerJoin('user_profiles as p', (join) => join.on('p.id', '=', shopper.id))
    .leftJoin(earlier.as('e'), (join) => join.onTrue())
    .leftJoin(free.as('f'), (join) => join.onTrue())
    .select(['wallet.frozen', 'e.id', 'e.total_credits as credits', 'f.hasOffer', 'f.isHeld'])
    .select(['p.zip', 'p.delivery_address as address'])
    .select(eitherBlocked(sql`${shopper.id}::uuid`, lister).as('blocked'))
    .executeTakeFirstOrThrow()
  const { id, credits, blocked, hasOffer, isHeld, frozen, zip, address } = row
  return {
    earlier: id === null || credits === null ? null : { rentalId: id, totalCredits: credits },
    blocked,
    free: hasOffer === null ? null : { hasOffer, isHeld: isHeld === true },
    wallet: { frozen },
    profile: { zip, address },
  }
}

/** The completed rentals that the shopper needs for the item, if they have fewer; else null. */
async function readRequiredRentals(
  tx: Tx,
  shopper: Shopper,
  itemId: ItemId,
): Promise<number | null> {
  const { rentals } = await tx
    .selectFrom('clothing_items as i')
    .select(rentalsNeeded(shopper.id).as('rentals'))
    .where('i.id', '=', itemId)
    .executeTakeFirstOrThrow()
  return rentals
}

async function bookingProblem(
  tx: Tx,
  shopper: Shopper,
  itemId: ItemId,
  dates: RentalDates,
): Promise<RentProblem> {
  const rental = await ownRentalOn(tx, shopper.id, itemId, dates)
  if (rental) return { reason: 'already-requested', rental }
  const heldUntil = await heldForOthersUntil(tx, itemId, shopper.id, dates)
  return heldUntil ? { reason: 'dates-taken', heldUntil } : { reason: 'dates-taken' }
}
