import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { goodForm } from '#sandbox/testing/checkout.ts'
import { back, seePortal, sendPortal, unescaped, visitPortal } from '#sandbox/testing/portal.ts'
import type { Shop } from '#sandbox/testing/shop.ts'

const priceOf = (subscription: Stripe.Subscription) => subscription.items.data[0]?.price.id

const types = async ({ stripe }: Shop) =>
  (await stripe.events.list({ limit: 100 })).data.map((event) => event.type)

test('the portal shows the plan, the next payment, the card and the invoices, and links back', async () => {
  const { shop, id, session } = await visitPortal('monthly')
  expect(session.url).toBe(`${shop.origin}/sandbox/portal/${id}`)
  const page = await seePortal(shop, id)
  for (const words of [
    'Your credits, every month',
    '30 Monthly Credits',
    '$20.00 per month',
    'Your next payment is $20.00 on Dec 20, 2026.',
    'Visa ending in 4242',
    'Nov 20, 2026',
    `href="${back}"`,
  ]) {
    expect(page).toContain(words)
  }
  expect(page).not.toContain('<script')
})

test('an upgrade shows its cost, is billed at once and starts a new period', async () => {
  const { shop, id, subscription, plans, read } = await visitPortal('monthly')
  shop.clock.advance({ days: 15 })
  const { id: fresh } = await visitAgain(shop, subscription, await configurationOf(shop))
  const query = `plan?subscription=${subscription.id}`
  expect(await seePortal(shop, `${fresh}/${query}`)).toContain('$200.00 per year')
  const confirm = await seePortal(shop, `${fresh}/${query}&price=${plans.annual.id}`)
  expect(confirm).toContain('Confirm and pay $190.00')

  const form = { subscription: subscription.id, price: plans.annual.id }
  const answer = await sendPortal(shop, `${fresh}/plan`, form)

  expect(answer.headers.get('location')).toBe(`/sandbox/portal/${fresh}?done=plan`)
  expect(await seePortal(shop, `${fresh}?done=plan`)).toContain('Your plan has changed.')
  expect(priceOf(await read())).toBe(plans.annual.id)
  const [invoice] = (await shop.stripe.invoices.list({ subscription: subscription.id })).data
  expect(invoice).toMatchObject({ amount_paid: 19_000, billing_reason: 'subscription_update' })
  expect(id).not.toBe(fresh)
})

test('a pending downgrade is shown and can be canceled', async () => {
  const { shop, id, subscription, plans, read } = await visitPortal('annual')
  const form = { subscription: subscription.id, price: plans.monthly.id }
  expect(
    await seePortal(shop, `${id}/plan?subscription=${form.subscription}&price=${form.price}`),
  ).toContain('until Nov 20, 2027')

  const answer = await sendPortal(shop, `${id}/plan`, form)

  expect(answer.headers.get('location')).toBe(`/sandbox/portal/${id}?done=later`)
  expect(priceOf(await read())).toBe(plans.annual.id)
  expect(await seePortal(shop, id)).toContain(
    'Changes to monthly, $20.00 per month, on Nov 20, 2027.',
  )
  const schedule = String((await read()).schedule)
  expect(await shop.stripe.subscriptionSchedules.retrieve(schedule)).toMatchObject({
    status: 'active',
    phases: [{ items: [{ price: plans.annual.id }] }, { items: [{ price: plans.monthly.id }] }],
  })

  await sendPortal(shop, `${id}/keep`, { subscription: subscription.id })

  expect((await read()).schedule).toBeNull()
  expect(await seePortal(shop, id)).toContain('Your next payment is $200.00 on Nov 20, 2027.')
})

test('a pending downgrade starts automatically and releases its schedule', async () => {
  const { shop, id, subscription, plans, read } = await visitPortal('annual')
  await sendPortal(shop, `${id}/plan`, { subscription: subscription.id, price: plans.monthly.id })
  shop.clock.set('2027-11-20T15:00:00Z')

  expect(await read()).toMatchObject({ status: 'active', schedule: expect.any(String) })
  expect(priceOf(await read())).toBe(plans.monthly.id)
  const [bill] = (await shop.stripe.invoices.list({ subscription: subscription.id })).data
  expect(bill).toMatchObject({ amount_paid: 2000, billing_reason: 'subscription_cycle' })

  shop.clock.set('2027-12-20T15:00:00Z')
  expect((await read()).schedule).toBeNull()
  expect(await types(shop)).toContain('subscription_schedule.released')
  expect((await shop.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(3)
})

test('canceling shows the last day and can be undone', async () => {
  const { shop, id, subscription, read } = await visitPortal('monthly')
  const form = { subscription: subscription.id }
  expect(await seePortal(shop, `${id}/cancel?subscription=${subscription.id}`)).toContain(
    'until Dec 20, 2026',
  )
  await sendPortal(shop, `${id}/cancel`, form)

  const end = subscription.items.data[0]?.current_period_end
  expect(await read()).toMatchObject({ cancel_at: end, cancel_at_period_end: false })
  const page = await seePortal(shop, id)
  expect(page).toContain('Ends Dec 20, 2026')
  expect(page).toContain('You will not be charged again.')

  await sendPortal(shop, `${id}/resume`, form)
  expect(await read()).toMatchObject({ cancel_at: null, status: 'active' })

  await sendPortal(shop, `${id}/cancel`, form)
  shop.clock.advance({ days: 31 })
  expect((await read()).status).toBe('canceled')
})

test('a new card is charged for open invoices, and for all later ones', async () => {
  const { shop, open, subscription, read } = await visitPortal('monthly', {
    card: 'renewalDeclined',
  })
  shop.clock.advance({ days: 30 })
  expect((await read()).status).toBe('past_due')
  const { id } = await open()
  expect(await seePortal(shop, id)).toContain('The last payment did not go through.')

  const answer = await sendPortal(shop, `${id}/card`, { ...goodForm, card: 'mastercard' })

  expect(answer.headers.get('location')).toBe(`/sandbox/portal/${id}?done=card`)
  const fixed = await read()
  expect(fixed.status).toBe('active')
  expect(fixed.default_payment_method).not.toBe(subscription.default_payment_method)
  expect(await seePortal(shop, id)).toContain('Mastercard ending in 4444')
  shop.clock.advance({ days: 31 })
  expect((await read()).status).toBe('active')
})

test('an open invoice can be paid, and stays open while the card is declined', async () => {
  const { shop, open, read, subscription } = await visitPortal('monthly', {
    card: 'renewalDeclined',
  })
  shop.clock.advance({ days: 30 })
  const { id } = await open()
  const [bill] = (await shop.stripe.invoices.list({ status: 'open' })).data
  const pay = () => sendPortal(shop, `${id}/pay`, { invoice: bill?.id ?? '' })

  const declined = await pay()

  expect(declined.status).toBe(402)
  expect(unescaped(await declined.text())).toContain('Your card was declined.')
  const after = await shop.stripe.invoices.retrieve(bill?.id ?? '')
  // The time of the next automatic attempt does not change.
  expect(after).toMatchObject({
    status: 'open',
    next_payment_attempt: bill?.next_payment_attempt,
    attempt_count: 1,
  })
  const customer = String(subscription.customer)
  const good = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await shop.stripe.subscriptions.update(subscription.id, { default_payment_method: good.id })
  expect((await pay()).status).toBe(303)
  expect((await read()).status).toBe('active')
})

test('a card declined everywhere cannot be saved, and invalid fields are reported', async () => {
  const { shop, id, subscription, read } = await visitPortal('monthly')
  const declined = await sendPortal(shop, `${id}/card`, { ...goodForm, card: 'declined' })
  expect(declined.status).toBe(402)
  expect(await declined.text()).toContain('Your card was declined.')
  const wrong = await sendPortal(shop, `${id}/card`, { ...goodForm, cvc: 'x' })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('Enter the 3 or 4 digits.')
  expect((await read()).default_payment_method).toBe(subscription.default_payment_method)
})

test('a card that requires authentication is saved once its owner confirms', async () => {
  const { shop, id, subscription, read } = await visitPortal('monthly')
  const add = () => sendPortal(shop, `${id}/card`, { ...goodForm, card: 'authenticates' })
  const bank = async () => (await add()).headers.get('location')?.split('/portal/')[1] ?? ''
  expect(await seePortal(shop, await bank())).toContain('Confirm with your bank')

  const refused = await sendPortal(shop, await bank(), { answer: 'refuse' })
  expect(refused.status).toBe(402)
  expect((await read()).default_payment_method).toBe(subscription.default_payment_method)

  const approved = await sendPortal(shop, await bank(), { answer: 'approve' })
  expect(approved.status).toBe(303)
  expect((await read()).default_payment_method).not.toBe(subscription.default_payment_method)
})

test.each([
  ['payment_method_update', 'Change your card', 'card', goodForm],
  ['subscription_cancel', 'Cancel your subscription', 'cancel', {}],
  ['subscription_update_confirm', 'Confirm and pay', 'plan', {}],
] as const)('the flow %s starts on its own screen and returns directly to the shop', async (type, words, screen, form) => {
  const { shop, id, subscription, plans } = await visitPortal('monthly', {
    flow: ({ id: subscription, items }, prices) => ({
      type,
      after_completion: { type: 'redirect', redirect: { return_url: `${back}?done` } },
      ...(type === 'subscription_cancel' ? { subscription_cancel: { subscription } } : {}),
      ...(type === 'subscription_update_confirm'
        ? {
            subscription_update_confirm: {
              subscription,
              items: [{ id: items.data[0]?.id ?? '', price: prices.annual }],
            },
          }
        : {}),
    }),
  })
  expect(await seePortal(shop, id)).toContain(words)
  const answer = await sendPortal(shop, `${id}/${screen}`, {
    subscription: subscription.id,
    price: plans.annual.id,
    ...form,
  })
  expect(answer.headers.get('location')).toBe(`${back}?done`)
})

async function configurationOf({ stripe }: Shop): Promise<string> {
  return (await stripe.billingPortal.configurations.list()).data[0]?.id ?? ''
}

function visitAgain({ stripe }: Shop, { customer }: Stripe.Subscription, configuration: string) {
  return stripe.billingPortal.sessions.create({
    customer: String(customer),
    configuration,
    return_url: back,
  })
}
