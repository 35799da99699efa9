import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId, PersonId, RentalId } from '#db/ids.ts'
import type { Mover } from '#domain/booking/rentals/stage/rental-stage.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import type { Person } from '#domain/shared/actors.ts'

export type LockedItem = {
  readonly ownerId: PersonId
  readonly creditsPerDay: number
  /** Approved, listed, and its lister in good standing now; the item's own copy of that may lag. */
  readonly rentable: boolean
  /** Not retired by its closet, whose account is open. */
  readonly listed: boolean
  readonly available: boolean
  readonly paused: boolean
  readonly advanceBooking: boolean
  readonly turnaroundDays: number
  /** Only items with one can be high-value. */
  readonly hasReplacementValue: boolean
  /** It can be sent back when it does not fit. */
  readonly fitReturns: boolean
}

/**
 * Locks an item until the transaction ends; every command that changes rentals takes this lock
 * first. Meanwhile its lister cannot close their account.
 */
export async function lockItem(tx: Tx, itemId: ItemId): Promise<LockedItem | null> {
  const row = await tx
    .selectFrom('clothing_items')
    .select(['business_id', 'credits_per_day', 'available', 'paused', 'approval_status'])
    .select(['deleted_at', 'lister_in_good_standing', 'advance_booking', 'turnaround_days'])
    .select(['replacement_value_cents', 'fit_returns'])
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const lister = await tx
    .selectFrom('user_profiles as p')
    .select(['p.deleted_at', sql<boolean>`lister_is_in_good_standing(p)`.as('canList')])
    .where('p.id', '=', row.business_id)
    .forKeyShare()
    .executeTakeFirstOrThrow()
  return {
    ownerId: row.business_id,
    creditsPerDay: row.credits_per_day,
    rentable:
      row.approval_status === 'approved' &&
      row.deleted_at === null &&
      row.lister_in_good_standing &&
      lister.canList,
    listed: row.deleted_at === null && lister.deleted_at === null,
    available: row.available,
    paused: row.paused,
    advanceBooking: row.advance_booking,
    turnaroundDays: row.turnaround_days,
    hasReplacementValue: row.replacement_value_cents !== null,
    fitReturns: row.fit_returns,
  }
}

export type LockedRental = NonNullable<Awaited<ReturnType<typeof lockRental>>>

/** Locks in the global lock order: the item, then the renter's wallet, then the rental itself. */
export async function lockRental(tx: Tx, rentalId: RentalId) {
  const found = await tx
    .selectFrom('rentals')
    .select(['item_id', 'renter_id'])
    .where('id', '=', rentalId)
    .executeTakeFirst()
  if (!found) return null
  await sql`select from clothing_items where id = ${found.item_id} for no key update`.execute(tx)
  await lockWallet(tx, found.renter_id)
  const rental = await tx
    .selectFrom('rentals')
    .select(['id', 'item_id', 'renter_id', 'owner_id', 'deposit_id', 'status'])
    .select(['delivery_status', 'return_status', 'condition_status', 'cancellation'])
    .select(['start_date', 'end_date', 'total_days', 'total_credits', 'credits_per_day'])
    .select(['deposit_amount', 'turnaround_days', 'cents_per_credit', 'fit_returns'])
    .select(['deposit_kept_amount', 'reopened', 'confirmed_at', 'confirmed_by'])
    .select(['handover_asked_at', 'handover_denied_at', 'delivered_at'])
    .select(['delivered_by', 'late_at', 'late_by', 'returned_at', 'returned_by'])
    .select(['condition_reviewed_at', 'condition_reviewed_by', 'cancelled_at'])
    .select(['cancelled_by', 'sent_back_at', 'sent_back_tracking', 'at_risk_since'])
    .select(['at_risk_from', 'renter_id as sent_back_by'])
    .where('id', '=', rentalId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return rental ?? null
}

/** A person's role in a rental; null for people who may not see it. */
export function moverOf(
  person: Person,
  rental: { readonly renter_id: PersonId; readonly owner_id: PersonId },
): Mover | null {
  if (person.accountType === 'admin') return 'admin'
  if (person.id === rental.renter_id) return 'renter'
  return person.id === rental.owner_id && person.accountType === 'business' ? 'owner' : null
}
