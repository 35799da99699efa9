import { periodEndOf } from '#sandbox/billing/changes.ts'
import { openInvoices } from '#sandbox/billing/invoices.ts'
import { periodEndAfter } from '#sandbox/billing/periods.ts'
import { changePlan } from '#sandbox/billing/plan-changes.ts'
import { payOpenInvoice } from '#sandbox/billing/renewals.ts'
import { releaseSchedule, reschedule, scheduleFrom } from '#sandbox/billing/schedules.ts'
import { endSubscription, liveSubscriptions, saveChanged } from '#sandbox/billing/subscriptions.ts'
import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import type { Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need, needLocked, type Stored } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { attachCard, setDefaultCard } from '#sandbox/payments/attached-cards.ts'
import { type CardEntry, createCard } from '#sandbox/payments/payment-methods.ts'
import { type PlanChoice, planChoices } from './plan-choices.ts'
import { ownSubscription, type Portal } from './portal-views.ts'

/** Changes the plan, at once or at the end of the period, depending on the configuration. */
export async function choosePlan(
  plain: Work,
  portal: Portal,
  subscriptionId: string,
  priceId: string,
): Promise<PlanChoice['begins']> {
  const { work, stored } = await lockOwn(plain, portal, subscriptionId)
  const choices = await planChoices(work, portal.configuration, stored)
  const choice = choices.find(({ price }) => price.id === priceId)
  if (!choice) throw badRequest('This plan is not offered.')
  const { body } = stored
  if (body.schedule !== null) await releaseSchedule(work, body)
  const free = { ...stored, body: { ...body, schedule: null } }
  if (choice.begins.at === 'once') await changePlan(work, free, choice.change, true)
  else await changeLater(work, free.body, choice)
  return choice.begins
}

async function changeLater(work: Work, subscription: Subscription, { price }: PlanChoice) {
  const schedule = await scheduleFrom(work, subscription.id, {})
  const [item] = subscription.items.data
  const end = periodEndOf(subscription)
  if (!item || !price.recurring) return
  const quantity = item.quantity ?? 1
  await reschedule(
    work,
    schedule.id,
    [
      {
        items: [{ price: item.price, quantity }],
        start: schedule.current_phase?.start_date ?? work.now,
        end,
        proration: 'none',
        metadata: {},
      },
      {
        items: [{ price, quantity }],
        start: end,
        end: periodEndAfter(end, price.recurring, end),
        proration: 'none',
        metadata: {},
      },
    ],
    { end_behavior: 'release' },
  )
}

/** Reverts a change scheduled for the end of the period. */
export async function keepPlan(plain: Work, portal: Portal, id: string): Promise<void> {
  const { work, stored } = await lockOwn(plain, portal, id)
  if (stored.body.schedule !== null) await releaseSchedule(work, stored.body)
}

/** Cancels a subscription, at the end of its period or at once, depending on the configuration. */
export async function cancelPlan(plain: Work, portal: Portal, id: string): Promise<void> {
  const { work, stored } = await lockOwn(plain, portal, id)
  const { enabled, mode } = portal.configuration.features.subscription_cancel
  if (!enabled) throw badRequest('Canceling is not offered here.')
  const { body } = stored
  if (mode === 'immediately') {
    await endSubscription(work, body, 'cancellation_requested')
    return
  }
  if (body.schedule !== null) await releaseSchedule(work, body)
  // The portal sets the date; `cancel_at_period_end` is set by API requests.
  await setEnd(work, { ...body, schedule: null }, periodEndOf(body))
}

/** Reverts a cancellation. */
export async function resumePlan(plain: Work, portal: Portal, id: string): Promise<void> {
  const { work, stored } = await lockOwn(plain, portal, id)
  if (stored.body.cancel_at !== null) await setEnd(work, stored.body, null)
}

/** Saves a card that still needs authentication, or that is ready to use. */
export async function enterCard(plain: Work, portal: Portal, entry: CardEntry): Promise<string> {
  const work = await atTimeOf(plain, portal.customer.id)
  return (await createCard(work, entry, null)).id
}

/** Makes a card the default for everything, and pays open invoices with it. */
export async function useCard(
  plain: Work,
  portal: Portal,
  methodId: string,
): Promise<{ problem?: string }> {
  const customer = portal.customer.id
  const work = await atTimeOf(plain, customer)
  const { body: method } = await needLocked(work, 'payment_method', methodId)
  if (method.customer === null) await attachCard(work, method, customer)
  else if (idOf(method.customer) !== customer)
    throw badRequest('This card belongs to another customer.')
  await setDefaultCard(work, customer, methodId)
  let problem: string | undefined
  for (const { id } of await liveSubscriptions(work, customer)) {
    const { body } = await needLocked(work, 'subscription', id)
    await saveChanged(work, body, { ...body, default_payment_method: methodId })
    for (const invoice of (await openInvoices(work, id)).reverse()) {
      const result = await payOpenInvoice(work, invoice, methodId)
      if (!result.paid) problem = result.message
    }
  }
  return { problem }
}

/** Pays an open invoice with the saved card. */
export async function payInvoice(
  plain: Work,
  portal: Portal,
  id: string,
): Promise<{ problem?: string }> {
  const named = await need(plain, 'invoice', id)
  const owner = idOf(named.parent?.subscription_details?.subscription)
  const { work } = await lockOwn(plain, portal, owner ?? '')
  const { body: invoice } = await needLocked(work, 'invoice', id)
  if (invoice.status !== 'open') return {}
  const result = await payOpenInvoice(work, invoice, null)
  return result.paid ? {} : { problem: result.message }
}

async function lockOwn(
  plain: Work,
  portal: Portal,
  id: string,
): Promise<{ work: Work; stored: Stored<'subscription'> }> {
  const work = await atTimeOf(plain, portal.customer.id)
  await ownSubscription(work, portal, id)
  return { work, stored: await needLocked(work, 'subscription', id) }
}

async function setEnd(work: Work, before: Subscription, cancel_at: number | null): Promise<void> {
  const details = before.cancellation_details
  await saveChanged(work, before, {
    ...before,
    cancel_at,
    cancel_at_period_end: false,
    canceled_at: cancel_at === null ? null : work.now,
    cancellation_details: details && {
      ...details,
      reason: cancel_at === null ? null : 'cancellation_requested',
    },
  })
}
