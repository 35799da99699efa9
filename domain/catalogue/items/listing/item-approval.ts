import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ApprovalStatus } from '#db/enums.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { offerFreedPeriod, withdrawOffers } from '#domain/booking/waitlist/waitlist.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { recordEvent } from '#domain/outbound/webhooks/webhooks.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { itemDecided, itemsApproved } from './item-emails.ts'

export type ApprovalProblem =
  | { readonly reason: 'item-not-found' }
  /** Someone else decided first. */
  | { readonly reason: 'already-decided'; readonly status: ApprovalStatus }
  /** Its lister has changed it since the admin opened it. */
  | { readonly reason: 'edit-conflict' }

/** The item, the version that the admin has seen, and the base address of links in emails. */
export type ItemSeen = {
  readonly itemId: ItemId
  readonly changedAt: Date
  readonly origin: string
}

/** An admin approves a pending item, which makes it public (spec 12.3). */
export async function approveItem(
  db: Db,
  admin: Admin,
  seen: ItemSeen,
  now: Date,
): Promise<Outcome<{ readonly title: string }, ApprovalProblem>> {
  return decide(db, admin, { ...seen, from: ['pending'], decision: 'approved', reason: null }, now)
}

/** An admin denies a pending item with a reason; its lister may edit it and submit it again. */
export async function denyItem(
  db: Db,
  admin: Admin,
  seen: ItemSeen & { readonly reason: string },
  now: Date,
): Promise<Outcome<{ readonly title: string }, ApprovalProblem>> {
  return decide(db, admin, { ...seen, from: ['pending'], decision: 'denied' }, now)
}

/**
 * An admin takes down a public item with a reason. Its rentals continue; when its lister edits it,
 * it is pending again.
 */
export async function takeDownItem(
  db: Db,
  admin: Admin,
  seen: ItemSeen & { readonly reason: string },
  now: Date,
): Promise<Outcome<{ readonly title: string }, ApprovalProblem>> {
  return decide(db, admin, { ...seen, from: ['approved'], decision: 'denied' }, now)
}

/** An admin restores an item that was denied or taken down. */
export async function restoreItem(
  db: Db,
  admin: Admin,
  seen: ItemSeen,
  now: Date,
): Promise<Outcome<{ readonly title: string }, ApprovalProblem>> {
  return decide(db, admin, { ...seen, from: ['denied'], decision: 'approved', reason: null }, now)
}

export type ApprovedItems = {
  /** Their titles. */
  readonly approved: readonly string[]
  /** Those that stay as they are, because somebody decided on them or changed them since. */
  readonly left: readonly { readonly title: string; readonly problem: ApprovalProblem }[]
}

/**
 * An admin approves several pending items together, each in the version that the admin has seen.
 * Each lister gets one email that names theirs.
 */
export async function approveItems(
  db: Db,
  admin: Admin,
  {
    items,
    origin,
  }: { readonly items: readonly Omit<ItemSeen, 'origin'>[]; readonly origin: string },
  now: Date,
): Promise<ApprovedItems> {
  return inTransaction(db, async (tx) => {
    const decision = { from: ['pending'], decision: 'approved', reason: null } as const
    const approved: DecidedItem[] = []
    const left: { title: string; problem: ApprovalProblem }[] = []
    // Locked in one order, as in bulk changes of a closet.
    for (const seen of items.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))) {
      const item = await lockItem(tx, seen.itemId)
      if (!item) continue
      const problem = problemOf(item, seen.changedAt, decision.from)
      if (problem) left.push({ title: item.title, problem })
      else {
        await store(tx, admin, { itemId: item.id, item, ...decision }, now)
        approved.push(item)
      }
    }
    for (const theirs of Map.groupBy(approved, ({ business_id }) => business_id).values())
      await emailLister(tx, { items: theirs, origin, ...decision }, now)
    return { approved: approved.map(({ title }) => title), left }
  })
}

type Decision = ItemSeen & {
  readonly from: readonly ApprovalStatus[]
  readonly decision: 'approved' | 'denied'
  readonly reason: string | null
}

async function decide(
  db: Db,
  admin: Admin,
  { itemId, changedAt, from, decision, reason, origin }: Decision,
  now: Date,
): Promise<Outcome<{ readonly title: string }, ApprovalProblem>> {
  return inTransaction<Outcome<{ readonly title: string }, ApprovalProblem>>(db, async (tx) => {
    const item = await lockItem(tx, itemId)
    if (!item) return refused({ reason: 'item-not-found' })
    const problem = problemOf(item, changedAt, from)
    if (problem) return refused(problem)
    await store(tx, admin, { itemId, item, decision, reason }, now)
    await emailLister(tx, { items: [item], decision, reason, origin }, now)
    return done({ title: item.title })
  })
}

/** An item locked for a decision. */
export type DecidedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>

/** Part of a decision. Null without such an item. */
export async function lockItem(tx: Tx, itemId: ItemId) {
  return await tx
    .selectFrom('clothing_items')
    .select(['id', 'approval_status', 'updated_at', 'title', 'business_id', 'image_id'])
    .select(['available', 'paused', 'lister_in_good_standing'])
    .where('id', '=', itemId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function problemOf(
  item: DecidedItem,
  changedAt: Date,
  from: readonly ApprovalStatus[],
): ApprovalProblem | null {
  // A draft is not reviewed, even if an outdated page offers it.
  if (item.approval_status === 'pending' && item.image_id === null)
    return { reason: 'edit-conflict' }
  if (!from.includes(item.approval_status))
    return { reason: 'already-decided', status: item.approval_status }
  return item.updated_at.getTime() === changedAt.getTime() ? null : { reason: 'edit-conflict' }
}

type Stored = Pick<Decision, 'itemId' | 'decision' | 'reason'> & {
  readonly item: {
    readonly title: string
    readonly business_id: PersonId
    readonly approval_status: ApprovalStatus
  }
}

/** Stores a decision on a locked item; the email is the caller's. */
async function store(
  tx: Tx,
  admin: Admin,
  { itemId, item, decision, reason }: Stored,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('clothing_items')
    .set({ approval_status: decision, denial_reason: reason, updated_at: now })
    .where('id', '=', itemId)
    .execute()
  const line = {
    action: ACTIONS[`${item.approval_status} to ${decision}`] ?? decision,
    noun: 'item',
    nounId: itemId,
    before: { approval_status: item.approval_status },
    after: { approval_status: decision, ...(reason && { reason }) },
  }
  await recordAction(tx, admin, line, now)
  const after = { approval_status: decision, denial_reason: reason }
  await recordListingEvent(tx, { ...item, id: itemId }, after, now)
  if (decision === 'approved') await offerFreedPeriod(tx, itemId, now)
  else await withdrawOffers(tx, [itemId], now)
}

/** Part of a decision or of its undoing. */
export async function recordListingEvent(
  tx: Tx,
  { id, title, business_id: ownerId }: Pick<DecidedItem, 'id' | 'title' | 'business_id'>,
  after: { readonly approval_status: ApprovalStatus; readonly denial_reason: string | null },
  now: Date,
): Promise<void> {
  const type = after.approval_status === 'approved' ? 'listing.approved' : 'listing.denied'
  await recordEvent(tx, { type, ownerId }, () => ({ id, title, ...after }), now)
}

/** Part of deciding a report, whose email tells the lister: takes down a public item. */
export async function takeDownReported(
  tx: Tx,
  admin: Admin,
  { itemId, reason }: { readonly itemId: ItemId; readonly reason: string },
  now: Date,
): Promise<void> {
  const item = await tx
    .selectFrom('clothing_items')
    .select(['approval_status', 'title', 'business_id'])
    .where('id', '=', itemId)
    .where('deleted_at', 'is', null)
    .where('approval_status', '=', 'approved')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (item) await store(tx, admin, { itemId, item, decision: 'denied', reason }, now)
}

const ACTIONS: Readonly<Record<string, string>> = {
  'pending to approved': 'approve',
  'pending to denied': 'deny',
  'approved to denied': 'take down',
  'denied to approved': 'put back',
}

/** One email about the items of one lister; an admin's own items need none. */
async function emailLister(
  tx: Tx,
  {
    items,
    decision,
    reason,
    origin,
  }: Pick<Decision, 'decision' | 'reason' | 'origin'> & { readonly items: readonly DecidedItem[] },
  now: Date,
): Promise<void> {
  const [item] = items
  if (!item) return
  const lister = await findEmailedLister(tx, item.business_id)
  if (!lister) return
  const fullName = lister.full_name
  const message =
    items.length > 1
      ? itemsApproved({ fullName, items, origin })
      : itemDecided({
          ...{ decision, reason, origin, fullName },
          wasShown: item.approval_status === 'approved',
          next: nextOf(item),
          itemId: item.id,
          title: item.title,
        })
  await notify(tx, { ...message, to: lister.email, recipientId: lister.id }, now)
}

const nextOf = ({ available, lister_in_good_standing, paused }: DecidedItem) =>
  !available || !lister_in_good_standing ? null : paused ? 'resume' : 'rent'

/** Part of a decision: the lister to email; undefined for an admin. */
export async function findEmailedLister(tx: Tx, listerId: PersonId) {
  return await tx
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email'])
    .where('id', '=', listerId)
    .where('account_type', '<>', 'admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
