import { StripeProblem } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import type { Invoice } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { find, need, save } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { payIntent } from '#sandbox/payments/payment-intents.ts'
import { intentFor } from './invoice-payments.ts'
import { markInvoicePaid } from './invoices.ts'

const daySeconds = 24 * 60 * 60

/** The delay after each failed attempt; there is no attempt after the last one. */
const retryAfterDays: readonly number[] = [3, 5, 7]

export type Collected = { paid: boolean; invoice: Invoice; message: string }

/**
 * Charges a card for an open invoice. After a failed automatic attempt, the next one is scheduled;
 * a manual attempt does not change the schedule.
 */
export async function collectInvoice(
  work: Work,
  invoice: Invoice,
  methodId: string | null,
  { automatic }: { automatic: boolean },
): Promise<Collected> {
  if (invoice.amount_due === 0) {
    return { paid: true, invoice: await markInvoicePaid(work, invoice, null), message: '' }
  }
  const message = 'This customer has no attached payment source or default payment method.'
  if (methodId === null) return failed(work, invoice, automatic, message)
  const method = await need(work, 'payment_method', methodId, 'payment_method')
  const result = await payIntent(work, await intentFor(work, invoice), method, {
    authenticated: false,
    authenticateUrl: '',
    // No customer can authenticate during an automatic charge or when the shop changes a plan.
    offSession: true,
  })
  if (result.status === 'succeeded') {
    return { paid: true, invoice: await markInvoicePaid(work, invoice, result.intent), message: '' }
  }
  const authenticationMessage = 'The card asks for authentication.'
  return failed(
    work,
    invoice,
    automatic,
    result.status === 'declined' ? result.message : authenticationMessage,
  )
}

/** The card that pays for a subscription: its own, or else the customer's. */
export async function cardFor(
  work: Work,
  subscription: {
    customer: string | { id: string }
    default_payment_method: string | { id: string } | null
  },
): Promise<string | null> {
  const own = idOf(subscription.default_payment_method)
  if (own !== null) return own
  const customer = await find(work, 'customer', idOf(subscription.customer) ?? '')
  return idOf(customer?.body.invoice_settings.default_payment_method)
}

/** 402: the card was declined. Throwing it rolls back the whole request. */
export function cardRefused(message: string): StripeProblem {
  return new StripeProblem(402, { type: 'card_error', code: 'card_declined', message })
}

async function failed(
  work: Work,
  invoice: Invoice,
  automatic: boolean,
  message: string,
): Promise<Collected> {
  const after = automatic ? await scheduleRetry(work, invoice) : { ...invoice, attempted: true }
  await save(work, 'invoice', after)
  await emit(work, 'invoice.payment_failed', after)
  return { paid: false, invoice: after, message }
}

async function scheduleRetry(work: Work, invoice: Invoice): Promise<Invoice> {
  const days = retryAfterDays[invoice.attempt_count]
  const next = days === undefined ? null : work.now + days * daySeconds
  if (next !== null) await setTimer(work, 'retry_invoice', invoice.id, next)
  return {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    auto_advance: next !== null,
    next_payment_attempt: next,
  }
}
