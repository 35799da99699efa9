import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { goodForm } from '#sandbox/testing/checkout.ts'
import { offerPlans, subscribe } from '#sandbox/testing/plans.ts'
import { offerPortal, sendPortal } from '#sandbox/testing/portal.ts'
import { openShop } from '#sandbox/testing/shop.ts'

const actions = [
  'upgrade',
  'downgrade later',
  'release',
  'choose in the portal',
  'keep in the portal',
  'cancel in the portal',
  'resume in the portal',
  'pay in the portal',
  'cancel at period end',
  'take back',
  'good card',
  'bad card',
  'a day',
  'a week',
  'a month',
  'a year',
  'end',
] as const

type Action = (typeof actions)[number]

// RANDOM_LIVES=200 runs more than the suite does.
const runs = Number(process.env.RANDOM_LIVES ?? 6)

/** One subscriber, and everything that they and the shop can do. */
async function openSubscriber() {
  const shop = await openShop()
  const { stripe, clock } = shop
  const plans = await offerPlans(shop)
  const configuration = (await offerPortal(shop, plans)).id
  const { id, customer: owner } = await subscribe(shop, plans.monthly.id)
  const customer = String(owner)
  const read = () => stripe.subscriptions.retrieve(id)

  async function inPortal(form: string, fields: Record<string, string> = {}) {
    const session = await stripe.billingPortal.sessions.create({
      customer,
      configuration,
      return_url: 'http://shop.test/',
    })
    const answer = await sendPortal(shop, `${session.id}/${form}`, { subscription: id, ...fields })
    expect(answer.status).toBeLessThan(500)
  }

  async function downgrade() {
    const { phases, id: schedule } = await stripe.subscriptionSchedules.create({
      from_subscription: id,
    })
    const [now] = phases
    await stripe.subscriptionSchedules.update(schedule, {
      phases: [
        {
          items: now?.items.map((item) => ({ price: String(item.price) })) ?? [],
          end_date: now?.end_date,
        },
        { items: [{ price: plans.monthly.id }] },
      ],
    })
  }

  const steps: Record<Action, () => Promise<unknown>> = {
    upgrade: async () =>
      stripe.subscriptions.update(id, {
        items: [{ id: (await read()).items.data[0]?.id, price: plans.annual.id }],
        proration_behavior: 'always_invoice',
        billing_cycle_anchor: { type: 'now' },
        payment_behavior: 'error_if_incomplete',
      }),
    'downgrade later': downgrade,
    release: async () => stripe.subscriptionSchedules.release(String((await read()).schedule)),
    'choose in the portal': async () => {
      const price = (await read()).items.data[0]?.price.id
      await inPortal('plan', {
        price: price === plans.monthly.id ? plans.annual.id : plans.monthly.id,
      })
    },
    'keep in the portal': () => inPortal('keep'),
    'cancel in the portal': () => inPortal('cancel'),
    'resume in the portal': () => inPortal('resume'),
    'pay in the portal': async () => {
      const [invoice] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data
      await inPortal('pay', { invoice: invoice?.id ?? 'in_no' })
    },
    'cancel at period end': () => stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    'take back': () => stripe.subscriptions.update(id, { cancel_at_period_end: false }),
    'good card': () => inPortal('card', { ...goodForm }),
    'bad card': () => inPortal('card', { ...goodForm, card: 'renewalDeclined' }),
    'a day': async () => clock.advance({ days: 1 }),
    'a week': async () => clock.advance({ days: 7 }),
    'a month': async () => clock.advance({ days: 31 }),
    'a year': async () => clock.advance({ days: 366 }),
    end: () => stripe.subscriptions.cancel(id),
  }

  /** A refusal is a valid response; an internal error of the sandbox is not. */
  async function act(action: Action): Promise<void> {
    await steps[action]().catch((problem) => {
      const status = problem instanceof Stripe.errors.StripeError ? problem.statusCode : 500
      if (status === undefined || status >= 500) throw problem
    })
  }

  async function expectConsistent(): Promise<void> {
    const invoices = (await stripe.invoices.list({ subscription: id, limit: 100 })).data
    const charges = (await stripe.charges.list({ customer, limit: 100 })).data
    const subscription = await read()
    const { balance } = (await stripe.customers.retrieve(customer)) as Stripe.Customer
    const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
    const now = clock.now().getTime() / 1000

    expect(sum(invoices.map(({ amount_paid }) => amount_paid))).toBe(
      sum(charges.filter(({ paid }) => paid).map(({ amount }) => amount)),
    )
    expect(sum(invoices.map(({ total, amount_due }) => total - amount_due))).toBe(balance)
    for (const { status, amount_due, amount_paid, total, lines } of invoices) {
      expect(amount_paid).toBe(status === 'paid' ? amount_due : 0)
      expect(sum(lines.data.map(({ amount }) => amount))).toBe(total)
    }
    const ended = subscription.status === 'canceled'
    const owes = invoices.some(({ status }) => status === 'open')
    expect(ended || owes === (subscription.status === 'past_due')).toBe(true)
    const [item] = subscription.items.data
    if (!ended) expect(item?.current_period_end).toBeGreaterThan(now)
    if (ended) expect(subscription.schedule).toBeNull()
    if (subscription.schedule) {
      const schedule = await stripe.subscriptionSchedules.retrieve(String(subscription.schedule))
      expect(schedule.status).toBe('active')
      expect(schedule.current_phase?.end_date).toBeGreaterThan(now)
    }
  }

  return { act, expectConsistent }
}

test(
  'whatever a subscriber does in whatever order, invoices, payments and periods agree',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...actions), { maxLength: 25 }), async (life) => {
        const { act, expectConsistent } = await openSubscriber()
        for (const action of life) {
          await act(action)
          await expectConsistent()
        }
      }),
      { numRuns: runs },
    )
  },
  runs * 10_000,
)
