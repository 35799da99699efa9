import type Stripe from 'stripe'
import { cardOf } from '#sandbox/core/cards.ts'
import { changedFrom } from '#sandbox/core/changes.ts'
import { emit } from '#sandbox/core/events.ts'
import { idOf } from '#sandbox/core/references.ts'
import { needLocked, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { cardDeclined } from './declines.ts'

/** Saves a card for a customer's later payments. A card that is always declined cannot be saved. */
export async function attachCard(
  work: Work,
  method: Stripe.PaymentMethod,
  customer: string,
): Promise<Stripe.PaymentMethod> {
  const { kept } = await needLocked(work, 'payment_method', method.id)
  const { decline } = cardOf(kept.card)
  if (decline) throw cardDeclined(decline)
  const attached = await save(work, 'payment_method', { ...method, customer })
  await emit(work, 'payment_method.attached', attached)
  return attached
}

export async function detachCard(
  work: Work,
  method: Stripe.PaymentMethod,
): Promise<Stripe.PaymentMethod> {
  const detached = await save(work, 'payment_method', { ...method, customer: null })
  await emit(work, 'payment_method.detached', detached, { customer: idOf(method.customer) })
  return detached
}

/** The card charged for a customer's new invoices. */
export async function setDefaultCard(
  work: Work,
  customerId: string,
  methodId: string | null,
): Promise<void> {
  const { body: before } = await needLocked(work, 'customer', customerId)
  const after = await save(work, 'customer', {
    ...before,
    invoice_settings: { ...before.invoice_settings, default_payment_method: methodId },
  })
  await emit(work, 'customer.updated', after, changedFrom(before, after))
}
