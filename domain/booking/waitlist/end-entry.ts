import type { Tx } from '#db/connection.ts'
import type { WaitlistStatus } from '#db/enums.ts'
import type { ItemId, PersonId, WaitlistEntryId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { recordAction } from '#domain/shared/audit.ts'

/** A waitlist entry that has not ended, read under the lock of its item. */
export type OpenEntry = {
  readonly id: WaitlistEntryId
  readonly item_id: ItemId
  readonly shopper_id: PersonId
  readonly status: 'waiting' | 'offered'
}

type Ending = Exclude<WaitlistStatus, OpenEntry['status']>

/** The name of each ending in the audit log, and whether the shopper caused it. */
const ENDINGS: Readonly<Record<Ending, { readonly action: string; readonly byShopper: boolean }>> =
  {
    accepted: { action: 'accept offer', byShopper: true },
    expired: { action: 'expire offer', byShopper: false },
    left: { action: 'leave waitlist', byShopper: true },
    passed: { action: 'end waiting', byShopper: false },
  }

/**
 * Part of every command that ends an entry. The database releases the days of an offer; the caller
 * then offers them to the next in line. A shopper who had an offer can get one for another item,
 * and one who did not cause the end gets an email.
 */
export async function endEntry(tx: Tx, entry: OpenEntry, ending: Ending, now: Date): Promise<void> {
  await tx
    .updateTable('waitlist_entries')
    .set({ status: ending, ended_at: now, offer_expires_at: null, due_since: null })
    .where('id', '=', entry.id)
    .execute()
  const { action, byShopper } = ENDINGS[ending]
  const actor = byShopper ? { id: entry.shopper_id } : null
  const states = { before: { status: entry.status }, after: { status: ending } }
  await recordAction(tx, actor, { action, noun: 'item', nounId: entry.item_id, ...states }, now)
  if (ending === 'expired' || ending === 'passed')
    await enqueue(tx, 'tell-about-waitlist', { entryId: entry.id, event: ending })
  if (entry.status === 'offered') await offerIfDueElsewhere(tx, [entry.shopper_id])
}

/** Part of every command that ends these shoppers' offers: other items may be due for them. */
export async function offerIfDueElsewhere(tx: Tx, shopperIds: readonly PersonId[]): Promise<void> {
  const due = await tx
    .selectFrom('waitlist_entries')
    .select('id')
    .where('shopper_id', 'in', shopperIds)
    .where('due_since', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (due) await enqueue(tx, 'offer-due-days', {})
}
