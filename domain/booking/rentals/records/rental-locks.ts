import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ItemId, PersonId, RentalId } from '#db/ids.ts'
import type { Mover } from '#domain/booking/rentals/stage/rental-stage.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import type { Person } from '#domain/shared/actors.ts'

export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>

/**
 * Locks an item until the transaction ends; every command that changes rentals takes this lock
 * first. Meanwhile its lister cannot close their account.
 */
export async function lockItem(tx: Tx, itemId: ItemId) {
  const item = await tx
    .selectFrom('clothing_items')
    .select(['business_id as ownerId', 'credits_per_day as creditsPerDay', 'available', 'paused'])
    .select(['approval_status', 'deleted_at', 'lister_in_good_standing'])
    .select(['advance_booking as advanceBooking', 'turnaround_days as turnaroundDays'])
    .select('fit_returns as fitReturns')
    // Only items with one can be high-value.
    .select(sql<boolean>`replacement_value_cents is not null`.as('hasReplacementValue'))
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!item) return null
  const lister = await tx
    .selectFrom('user_profiles as p')
    .select(['p.deleted_at', sql<boolean>`lister_is_in_good_standing(p)`.as('canList')])
    .select(['p.accepts_automatically', sql<string>`lister_reach(p)`.as('reach')])
    .where('p.id', '=', item.ownerId)
    .forKeyShare()
    .executeTakeFirstOrThrow()
  return {
    ...item,
    /** Approved, listed, and its lister in good standing now; the item's copy of that may lag. */
    rentable:
      item.approval_status === 'approved' &&
      item.deleted_at === null &&
      item.lister_in_good_standing &&
      lister.canList,
    /** Whom it can reach now, for `readReach`: private, because it contains the lister's ZIP code. */
    reach: lister.reach,
    /** Whose requests its lister accepts automatically now. */
    accepts: lister.accepts_automatically,
    /** Not retired by its closet, whose account is open. */
    listed: item.deleted_at === null && lister.deleted_at === null,
  }
}

/**
 * Locks several items and their listers, each in the order of their ids, before a command goes
 * through the items one by one.
 */
export async function lockItems(tx: Tx, itemIds: readonly ItemId[]): Promise<void> {
  await sql`select from clothing_items where id = any(${itemIds}::uuid[])
    order by id for no key update`.execute(tx)
  await sql`select from user_profiles where id in (
      select business_id from clothing_items where id = any(${itemIds}::uuid[]))
    order by id for key share`.execute(tx)
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
    .select([
      'created_at',
      'answer_by',
      'answer_reminded_at',
      'handover_asked_at',
      'handover_denied_at',
      'delivered_at',
    ])
    .select(['delivered_by', 'late_at', 'late_by', 'returned_at', 'returned_by'])
    .select(['condition_reviewed_at', 'condition_reviewed_by', 'cancelled_at'])
    .select(['cancelled_by', 'sent_back_at', 'sent_back_tracking', 'at_risk_since'])
    .select(['handover', 'proposed_start_date', 'proposed_end_date', 'proposed_credits'])
    .select(['proposed_at', 'proposal_answer_by', 'proposal_key'])
    .select(['at_risk_from', 'swapped_for', 'renter_id as sent_back_by'])
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
