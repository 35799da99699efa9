import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { withdrawOffers } from '#domain/booking/waitlist/waitlist.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { actedOnSince, actionsAt, recordActions } from '#domain/shared/audit.ts'
import { asId } from '#domain/shared/ids.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { undoEnd, undoStart } from '#domain/shared/undo-time.ts'
import {
  type DecidedItem,
  findEmailedLister,
  lockItem,
  recordListingEvent,
} from './item-approval.ts'
import { itemsReviewedAgain } from './item-emails.ts'

const noun = 'item'
const actions = ['approve', 'deny']
/** What has been decided again since is not undone. */
const LATER = [...actions, 'reopen', 'take down', 'put back']

/** The items that this admin approved or denied since then, while that can still be undone, by id. */
export async function decidedSince(db: DbOrTx, admin: Admin, since: Date, now: Date) {
  const mine = { actor: admin, noun, actions }
  return await actedOnSince(db, mine, undoStart(since, now), 2 * PAGE_SIZE)
}

export type UndoneDecisions = {
  /** The titles of the items that are pending again. */
  readonly undone: readonly string[]
  /** How many have changed or were decided again since. */
  readonly changedSince: number
}

/**
 * Takes back what an admin decided `at` about pending items, or about one of them, within
 * `UNDO_MINUTES`: they are pending again. Rentals requested since continue. Each lister gets one
 * email.
 */
export async function undoDecisions(
  db: Db,
  admin: Admin,
  {
    at,
    itemId,
    origin,
  }: { readonly at: Date; readonly itemId: ItemId | null; readonly origin: string },
  now: Date,
): Promise<UndoneDecisions> {
  if (at > now || now >= undoEnd(at)) return { undone: [], changedSince: 0 }
  return inTransaction(db, async (tx) => {
    const wanted = [...(await decidedAt(tx, admin, at))].filter(
      (id) => itemId === null || id === itemId,
    )
    const locked: DecidedItem[] = []
    for (const id of wanted) {
      const item = await lockItem(tx, id)
      if (item && item.approval_status !== 'pending') locked.push(item)
    }
    // Another admin may have decided on one before it was locked.
    const decided = await decidedAt(tx, admin, at)
    const items = locked.filter(({ id }) => decided.has(id))
    await reopen(tx, admin, items, now)
    for (const theirs of Map.groupBy(items, ({ business_id }) => business_id).values())
      await emailLister(tx, theirs, origin, now)
    return {
      undone: items.map(({ title }) => title),
      changedSince: wanted.length - items.length,
    }
  })
}

async function decidedAt(tx: Tx, admin: Admin, at: Date): Promise<ReadonlySet<ItemId>> {
  const bounds = { later: LATER, max: PAGE_SIZE }
  const lines = await actionsAt(tx, { actor: admin, noun, actions }, at, bounds)
  return new Set(lines.map(({ noun_id }) => asId<ItemId>(noun_id)))
}

async function reopen(
  tx: Tx,
  admin: Admin,
  items: readonly DecidedItem[],
  now: Date,
): Promise<void> {
  if (items.length === 0) return
  const ids = items.map(({ id }) => id)
  await tx
    .updateTable('clothing_items')
    .set({ approval_status: 'pending', denial_reason: null, updated_at: now })
    .where('id', 'in', ids)
    .execute()
  const lines = items.map(({ id, approval_status }) => ({
    ...{ action: 'reopen', noun, nounId: id },
    before: { approval_status },
    after: { approval_status: 'pending' },
  }))
  await recordActions(tx, admin, lines, now)
  const after = { approval_status: 'pending', denial_reason: null } as const
  for (const item of items) await recordListingEvent(tx, item, after, now)
  await withdrawOffers(tx, ids, now)
}

async function emailLister(
  tx: Tx,
  items: readonly DecidedItem[],
  origin: string,
  now: Date,
): Promise<void> {
  const [first] = items
  const lister = first && (await findEmailedLister(tx, first.business_id))
  if (!lister) return
  const wasApproved = first.approval_status === 'approved'
  const message = itemsReviewedAgain({ fullName: lister.full_name, items, wasApproved, origin })
  await notify(tx, { ...message, to: lister.email, recipientId: lister.id }, now)
}
