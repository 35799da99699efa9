import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import {
  removeApplicationsOf,
  removeClosetCalendarOf,
  removeClosetPageOf,
} from '#domain/accounts/closets/closets.ts'
import {
  type Auth,
  anonymizeProfile,
  countUnconfirmed,
  formerMember,
  type NotProven,
  type Proof,
  proveOwner,
  removeCredentials,
} from '#domain/accounts/people/people.ts'
import { accountDeletedEmail } from '#domain/accounts/sign-in/account-emails.ts'
import { removeSizeProfileOf } from '#domain/accounts/sizes/sizes.ts'
import { leaveBoardsOf } from '#domain/booking/boards/boards.ts'
import { leaveRentalCheckoutsOf } from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { removeDeliveryDetailsOf, removeRenterCalendarOf } from '#domain/booking/rentals/rentals.ts'
import { removeWaitlistEntriesOf } from '#domain/booking/waitlist/waitlist.ts'
import { removeBlocksOf } from '#domain/care/blocks/blocks.ts'
import { removeAuthor } from '#domain/care/feedback/feedback.ts'
import { removeSavedMessagesOf } from '#domain/care/messages/messages.ts'
import { removeNotesAbout } from '#domain/care/notes/notes.ts'
import { removeRatingPhotosOf } from '#domain/care/ratings/ratings.ts'
import { renameInReports } from '#domain/care/reports/reports.ts'
import { removeSupportRequestsOf } from '#domain/care/support/support.ts'
import { releaseImagesOf } from '#domain/catalogue/images/images.ts'
import { removeImportsOf } from '#domain/catalogue/imports/imports.ts'
import { removeHolidaysOf, retireItemsOf } from '#domain/catalogue/items/items.ts'
import { removeLikesOf } from '#domain/catalogue/likes/likes.ts'
import { removeSavedSearchesOf } from '#domain/catalogue/search/search.ts'
import { removeCardsOf } from '#domain/money/cards/cards.ts'
import { closeCheckoutsOf, lockOpenOrdersOf } from '#domain/money/checkout/checkout.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { type Owed, owedTo } from '#domain/money/payouts/payouts.ts'
import { endSubscriptionsOf } from '#domain/money/plans/subscriptions.ts'
import { notify, removeNotificationsOf } from '#domain/outbound/notify/notify.ts'
import { removeEndpointsOf } from '#domain/outbound/webhooks/webhooks.ts'
import type { Person } from '#domain/shared/actors.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { removeDismissalsOf } from '#domain/site/announcements/announcements.ts'
import { hasManyItems, retireItemsLater } from './lister-changes.ts'

/** Why an account cannot be deleted, no matter who asks. */
export type ClosingBlocker =
  /** Another admin has to demote an admin first. */
  | { readonly reason: 'is-admin' }
  | { readonly reason: 'rental-open' | 'deposit-open' }
  /** An appeal of theirs is undecided, or an amount that they withheld is not final. */
  | { readonly reason: 'appeal-open' }
  /** A return request of theirs, or about an item of theirs, is not decided. */
  | { readonly reason: 'return-request-open' }
  /** The refund of the deposit was requested and has not arrived. */
  | { readonly reason: 'refund-under-way' | 'refund-failed' }
  /** Cents are owed for their rentals, in one direction or the other. */
  | { readonly reason: 'earnings-owed' | 'payout-under-way' | 'earnings-negative' }

export type ClosingProblem = NotProven | ClosingBlocker

/**
 * Deletes an account at its owner's request: each domain folder removes or anonymizes what it
 * stores about them, their items are retired, their subscription and open payment pages are closed,
 * and the records of payments stay (spec 10.5). Refused while a rental on either side, or a
 * deposit, is open, and while cents are owed either way.
 */
export async function closeAccount(
  db: Db,
  auth: Auth,
  proof: Proof,
  now: Date,
): Promise<Outcome<null, ClosingProblem>> {
  const { person } = proof
  if (person.accountType === 'admin') return refused({ reason: 'is-admin' })
  const refusal = await proveOwner(db, auth, proof, now)
  if (refusal) return refused(refusal)
  return inTransactionOrRollback<Outcome<null, ClosingProblem>>(db, async (tx, rollBack) => {
    const { id } = person
    const hasMany = await hasManyItems(tx, id)
    await lockItemsOf(tx, id, hasMany)
    if (!hasMany) await retireItemsOf(tx, id, now)
    await removeWaitlistEntriesOf(tx, id, now)
    await leaveRentalCheckoutsOf(tx, id, now)
    await lockOpenOrdersOf(tx, id)
    // Waits for a rental or payment in progress before checking what is open.
    await lockWallet(tx, id)
    // Waits for commands that rent from, report or block this person, and holds off new ones.
    await sql`select from user_profiles where id = ${id} for update`.execute(tx)
    if (hasMany) await retireItemsLater(tx, id)
    const open = await openBusiness(tx, id)
    if (open) return rollBack(refused(open))
    await endSubscriptionsOf(tx, id)
    await closeCheckoutsOf(tx, person, now)
    await removeCardsOf(tx, id)
    await removeLikesOf(tx, id)
    await removeImportsOf(tx, id)
    await removeSizeProfileOf(tx, id)
    await removeBlocksOf(tx, id)
    await removeCredentials(tx, id)
    await removeApplicationsOf(tx, id)
    await removeEndpointsOf(tx, id)
    await removeNotificationsOf(tx, id)
    await removeDismissalsOf(tx, id)
    await releaseImagesOf(tx, id, 'outfit')
    await removeRatingPhotosOf(tx, id)
    await removeAuthor(tx, id, formerMember(id))
    await removeSupportRequestsOf(tx, id)
    await removeNotesAbout(tx, id)
    await renameInReports(tx, id, formerMember(id).name)
    await removeDeliveryDetailsOf(tx, id)
    await removeRenterCalendarOf(tx, id)
    await removeClosetCalendarOf(tx, id)
    await removeClosetPageOf(tx, id)
    await removeHolidaysOf(tx, id)
    await removeSavedMessagesOf(tx, id)
    await removeSavedSearchesOf(tx, id)
    await leaveBoardsOf(tx, id)
    await anonymizeProfile(tx, id, now)
    if (person.emailVerified || (await countUnconfirmed(tx, person.email, now)).ok)
      await notify(tx, { ...accountDeletedEmail(person), to: person.email }, now)
    return done(null)
  })
}

/**
 * Locks all items that are retired, waited for or held, in the order of their ids, like the bags of
 * others that want several of them.
 */
async function lockItemsOf(tx: Tx, id: PersonId, hasMany: boolean): Promise<void> {
  await sql`select from clothing_items where id in (
      select id from clothing_items
        where business_id = ${id} and deleted_at is null and not ${hasMany}::boolean
      union select item_id from waitlist_entries
        where shopper_id = ${id} and status in ('waiting', 'offered')
      union select item_id from rental_checkouts where shopper_id = ${id} and status = 'open')
    order by id for no key update`.execute(tx)
}

/** Why the account cannot be deleted now, for the screen that offers it; null when it can. */
export async function closingBlocker(db: Db, person: Person): Promise<ClosingBlocker | null> {
  return person.accountType === 'admin' ? { reason: 'is-admin' } : await openBusiness(db, person.id)
}

async function openBusiness(read: DbOrTx | Tx, id: PersonId): Promise<ClosingBlocker | null> {
  const open = await read
    .selectFrom('deposits as d')
    .select([
      sql<boolean>`exists (select from rentals
        where status in (${liveStatuses}) and ${id} in (renter_id, owner_id))`.as('rental'),
      sql<boolean>`exists (select from deposit_claims c join rentals r on r.id = c.rental_id
        left join deposit_appeals a on a.rental_id = c.rental_id
        where c.final_at is null
          and (r.owner_id = ${id} or (r.renter_id = ${id} and a.filed_at is not null)))`.as(
        'appeal',
      ),
      sql<boolean>`exists (select from return_requests q join rentals r on r.id = q.rental_id
        where q.status in ('open', 'contested') and ${id} in (r.renter_id, r.owner_id))`.as(
        'returning',
      ),
      sql<boolean>`coalesce(bool_or(true), false)`.as('deposit'),
      // Null when there is no deposit.
      sql<boolean | null>`bool_and(d.refund_requested_at is not null)`.as('requested'),
      sql<boolean | null>`bool_or(d.refund_requested_at is not null and not exists (
        select from refunds f where f.deposit_id = d.id and f.status = 'pending'))`.as('failed'),
    ])
    .where('d.user_id', '=', id)
    .where('d.closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (open.rental) return { reason: 'rental-open' }
  if (open.appeal) return { reason: 'appeal-open' }
  if (open.returning) return { reason: 'return-request-open' }
  if (!open.deposit) return owedIn(await owedTo(read, id))
  if (!open.requested) return { reason: 'deposit-open' }
  return { reason: open.failed ? 'refund-failed' : 'refund-under-way' }
}

function owedIn(owed: Owed | null): ClosingBlocker | null {
  if (!owed) return null
  if (owed.isUnderWay) return { reason: 'payout-under-way' }
  return { reason: owed.cents > 0 ? 'earnings-owed' : 'earnings-negative' }
}
