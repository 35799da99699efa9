import { emit } from '#sandbox/core/events.ts'
import type { Invoice, Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { needLocked, type Stored, save } from '#sandbox/core/store.ts'
import { clearTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { fullLine, type ItemChanges, nextPeriod } from './changes.ts'
import { type Collected, cardFor, collectInvoice } from './collecting.ts'
import { closeInvoice, issueInvoice, openInvoices } from './invoices.ts'
import { endSubscription, hasEnded, saveChanged, setRenewal } from './subscriptions.ts'

/** At the end of a period, bills the next one or ends the subscription as requested. */
export async function renewSubscription(work: Work, id: string): Promise<void> {
  const stored = await needLocked(work, 'subscription', id)
  const { body: before } = stored
  if (hasEnded(before)) return
  if (before.cancel_at !== null && before.cancel_at <= work.now) {
    await endSubscription(work, before, 'cancellation_requested')
    return
  }
  await renew(work, stored, new Map())
}

/** Bills the next period, with the changed items if there are any. */
export async function renew(
  work: Work,
  { body: before, kept }: Stored<'subscription'>,
  changes: ItemChanges,
): Promise<void> {
  const renewed = nextPeriod(before, changes)
  const lines = [...(kept.pendingLines ?? []), ...renewed.items.data.map(fullLine)]
  const open = await issueInvoice(work, renewed, 'subscription_cycle', lines)
  await save(work, 'subscription', before, {})
  await collectAndSave(work, before, { ...renewed, latest_invoice: open.id }, open)
}

/** Retries a failed invoice. After the last attempt the subscription ends. */
export async function retryInvoice(work: Work, id: string): Promise<void> {
  const { body: invoice } = await needLocked(work, 'invoice', id)
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  if (invoice.status !== 'open' || subscriptionId === null) return
  const { body: subscription } = await needLocked(work, 'subscription', subscriptionId)
  if (hasEnded(subscription)) return
  const after = await collectAndSave(work, subscription, subscription, invoice)
  if (!after.paid && after.invoice.next_payment_attempt === null) {
    await endSubscription(work, after.subscription, 'payment_failed')
  }
}

/** Pays an open invoice now, with a different card if one is given. */
export async function payOpenInvoice(
  work: Work,
  invoice: Invoice,
  methodId: string | null,
): Promise<Collected> {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  const { body: before } = await needLocked(work, 'subscription', subscriptionId ?? '')
  const method = methodId ?? (await cardFor(work, before))
  const collected = await collectInvoice(work, invoice, method, { automatic: false })
  const others = await openInvoices(work, before.id)
  const waits = before.status === 'past_due' || before.status === 'incomplete'
  if (collected.paid && waits && others.length === 0) {
    await clearTimer(work, 'expire_incomplete', before.id)
    await saveChanged(work, before, { ...before, status: 'active' })
  }
  return collected
}

/** Expires a subscription whose first invoice was not paid in time. */
export async function expireIncomplete(work: Work, id: string): Promise<void> {
  const { body: before } = await needLocked(work, 'subscription', id)
  if (before.status !== 'incomplete') return
  for (const invoice of await openInvoices(work, id)) await closeInvoice(work, invoice, 'void')
  const after = await save(work, 'subscription', {
    ...before,
    status: 'incomplete_expired',
    ended_at: work.now,
  })
  await emit(work, 'customer.subscription.updated', after, { status: before.status })
}

export async function collectAndSave(
  work: Work,
  before: Subscription,
  next: Subscription,
  open: Invoice,
): Promise<Collected & { subscription: Subscription }> {
  const card = await cardFor(work, next)
  const collected = await collectInvoice(work, open, card, { automatic: true })
  const owes = (await openInvoices(work, next.id)).length > 0
  const subscription = await saveChanged(work, before, {
    ...next,
    status: owes ? 'past_due' : 'active',
  })
  await setRenewal(work, subscription)
  return { ...collected, subscription }
}
