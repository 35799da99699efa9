import { StripeProblem } from '#sandbox/core/errors.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { Invoice, LineDraft, Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need, type Stored } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { applyChange, fullLine, nextPeriod, type PlanChange, periodEndOf } from './changes.ts'
import { invoiceShape } from './invoice-shapes.ts'
import { scheduledItems } from './schedules.ts'

/** The invoice that a change would create at once, or else the next one. Nothing is stored. */
export async function previewInvoice(
  work: Work,
  { body, kept }: Stored<'subscription'>,
  change?: PlanChange,
): Promise<Invoice> {
  const pending = kept.pendingLines ?? []
  const changed = change ? applyChange(body, change, work.now) : undefined
  if (changed && changed.lines.length > 0) {
    return shape(work, changed.subscription, [...pending, ...changed.lines], work.now)
  }
  const subscription = changed?.subscription ?? body
  const next = await nextBill(work, subscription)
  if (!next) {
    throw new StripeProblem(404, {
      type: 'invalid_request_error',
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: ${idOf(body.customer)}`,
    })
  }
  const lines = [...pending, ...(changed?.pending ?? []), ...next.items.data.map(fullLine)]
  return shape(work, next, lines, periodEndOf(subscription))
}

/** The subscription in its next period; nothing when there is none. */
async function nextBill(work: Work, subscription: Subscription): Promise<Subscription | undefined> {
  const end = periodEndOf(subscription)
  const stops = subscription.cancel_at !== null && subscription.cancel_at <= end
  if (stops || !['active', 'past_due'].includes(subscription.status)) return undefined
  const scheduled = await scheduledItems(work, subscription)
  return scheduled === 'ends' ? undefined : nextPeriod(subscription, scheduled)
}

async function shape(
  work: Work,
  subscription: Subscription,
  lines: LineDraft[],
  attemptAt: number,
): Promise<Invoice> {
  const customer = await need(work, 'customer', idOf(subscription.customer) ?? '', 'customer')
  const draft = invoiceShape({
    id: newId('upcoming_in'),
    now: attemptAt,
    subscription,
    customer,
    reason: 'upcoming',
    lines,
  })
  const balance = customer.balance + draft.total - draft.amount_due
  return { ...draft, ending_balance: balance, next_payment_attempt: attemptAt }
}
