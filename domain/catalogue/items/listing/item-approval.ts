import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ApprovalStatus } from '#db/enums.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { offerFreedPeriod, withdrawOffers } from '#domain/booking/waitlist/waitlist.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { recordEvent } from '#domain/outbound/webhooks/webhooks.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { itemDecided } from './item-emails.ts'

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
    const item = await tx
      .selectFrom('clothing_items')
      .select(['approval_status', 'updated_at', 'title', 'business_id', 'image_id'])
      .select(['available', 'paused', 'lister_in_good_standing'])
      .where('id', '=', itemId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!item) return refused({ reason: 'item-not-found' })
    // A draft is not reviewed, even if an outdated page offers it.
    if (item.approval_status === 'pending' && item.image_id === null)
      return refused({ reason: 'edit-conflict' })
    if (!from.includes(item.approval_status))
      return refused({ reason: 'already-decided', status: item.approval_status })
    if (item.updated_at.getTime() !== changedAt.getTime())
      return refused({ reason: 'edit-conflict' })
    await store(tx, admin, { itemId, item, decision, reason }, now)
    await emailLister(tx, { itemId, item, decision, reason, origin }, now)
    return done({ title: item.title })
  })
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
  const { title } = item
  const listing = { id: itemId, title, approval_status: decision, denial_reason: reason }
  const type = decision === 'approved' ? 'listing.approved' : 'listing.denied'
  await recordEvent(tx, { type, ownerId: item.business_id }, () => listing, now)
  if (decision === 'approved') await offerFreedPeriod(tx, itemId, now)
  else await withdrawOffers(tx, [itemId], now)
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

/** An admin's own item needs no email. */
async function emailLister(
  tx: Tx,
  {
    itemId,
    item,
    ...details
  }: Omit<Decision, 'from' | 'changedAt'> & {
    readonly item: {
      readonly title: string
      readonly business_id: PersonId
      readonly approval_status: ApprovalStatus
      readonly available: boolean
      readonly paused: boolean
      readonly lister_in_good_standing: boolean
    }
  },
  now: Date,
): Promise<void> {
  const lister = await tx
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email'])
    .where('id', '=', item.business_id)
    .where('account_type', '<>', 'admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!lister) return
  const wasShown = item.approval_status === 'approved'
  const message = itemDecided({
    ...details,
    wasShown,
    next: !item.available || !item.lister_in_good_standing ? null : item.paused ? 'resume' : 'rent',
    itemId,
    title: item.title,
    fullName: lister.full_name,
  })
  await notify(tx, { ...message, to: lister.email, recipientId: lister.id }, now)
}
