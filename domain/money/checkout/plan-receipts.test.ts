import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { SubscriptionId } from '#db/ids.ts'
import type { PlanTurn } from '#db/jobs.ts'
import type { DB } from '#db/types.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { recordOrder } from './orders.ts'
import { mailReceipt } from './receipt-mail.ts'

// Rows are inserted without the history that commands would leave.
const { db, made } = await testDatabase({ violatesInvariants: true })
const now = new Date('2027-01-31T12:00:00Z')
const place = { timeZone: 'America/New_York', origin: 'https://hemline.test' }
const day = (date: string) => new Date(`${date}T12:00:00Z`)

type Subscription = Partial<Insertable<DB['credit_subscriptions']>>

async function subscription(of: Person, row: Subscription = {}): Promise<SubscriptionId> {
  const id: SubscriptionId = newId()
  await insertRows(db, 'credit_subscriptions', {
    ...{ id, user_id: of.id, stripe_subscription_id: `sub_${id}`, status: 'canceled' },
    ...{ product_type: 'subscription_monthly', created_at: now, updated_at: now, ...row },
  })
  return id
}

/** Paid months of a monthly plan, or years of an annual one; returns the invoice. */
async function paid(subscription_id: SubscriptionId, starts: string, plan: 'monthly' | 'annual') {
  const stripe_invoice_id = `in_${newId()}`
  const [starts_at, ends_at] = [day(starts), new Date(day(starts).getTime() + 30 * 86_400_000)]
  await insertRows(db, 'subscription_coverage', {
    ...{ id: newId(), subscription_id, stripe_invoice_id, starts_at, ends_at },
    ...{ paid_at: starts_at, paid_cents: plan === 'annual' ? 20_000 : 2000 },
    product_type: `subscription_${plan}`,
  })
  return stripe_invoice_id
}

async function mailsTo({ id }: Person) {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['template', 'subject', 'message_id', 'text_body', 'to_address'])
    .where('recipient_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  await db.deleteFrom('mail_outbox').where('recipient_id', '=', id).execute()
  return rows
}

async function mailOfInvoice(id: string, to: Person) {
  await mailReceipt(db, { of: 'invoice', id }, place, now)
  return await mailsTo(to)
}

let number = 0
async function mailOfPlan(id: SubscriptionId, turn: PlanTurn, to: Person) {
  await mailReceipt(db, { of: 'plan', id, turn, number: ++number }, place, now)
  return await mailsTo(to)
}

test('the receipt of an invoice says whether the plan was renewed or upgraded', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const id = await subscription(shopper)
  const first = await paid(id, '2027-01-01', 'monthly')
  const upgrade = await paid(id, '2027-03-01', 'annual')
  const renewal = await paid(id, '2027-02-01', 'monthly')
  const year = await paid(id, '2028-03-01', 'annual')
  await paid(await subscription(other), '2027-02-15', 'annual')
  await paid(await subscription(other), '2028-02-15', 'monthly')
  const [mail, ...more] = await mailOfInvoice(renewal, shopper)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    ...{ template: 'receipt-invoice', message_id: `receipt-invoice-${renewal}` },
    ...{ subject: 'Receipt: Monthly plan, $20.00', to_address: shopper.email },
  })
  for (const text of [
    'We received your payment of $20.00 on Feb 1, 2027.',
    'Your Monthly plan was renewed.',
    'It is paid until Mar 3, 2027.',
    `Invoice number: ${renewal}`,
    'https://hemline.test/credits#statement',
  ])
    expect(mail?.text_body).toContain(text)
  const subjects = []
  for (const invoice of [first, upgrade, year])
    subjects.push(...(await mailOfInvoice(invoice, shopper)).map(({ subject }) => subject))
  expect(subjects).toEqual([
    'Receipt: Monthly plan, $20.00',
    'Receipt: upgrade to Annual plan, $200.00',
    'Receipt: Annual plan, $200.00',
  ])
})

test('no receipt of an invoice is sent for a refused subscription, to a closed account, or twice', async () => {
  const [shopper, gone] = [await made.shopper(), await made.shopper({ deleted_at: now })]
  const refusedOne = await subscription(shopper, { refused_at: now, ended_at: now })
  expect(await mailOfInvoice(await paid(refusedOne, '2027-01-01', 'monthly'), shopper)).toEqual([])
  const closed = await paid(await subscription(gone), '2027-01-01', 'monthly')
  expect(await mailOfInvoice(closed, gone)).toEqual([])
  expect(await mailOfInvoice('in_unknown', shopper)).toEqual([])
  expect(await mailOfPlan(newId(), 'resumed', shopper)).toEqual([])
  expect(await mailOfPlan(await subscription(gone), 'resumed', gone)).toEqual([])
})

test('a change of plan is described unless the plan was changed again', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  await subscription(other)
  const order = { offer: { lookupKey: 'x', quantity: 1 }, amountCents: 2000, credits: 30 }
  const order_id = await recordOrder(
    db,
    shopper,
    { type: 'subscription_monthly', ...order, origin: 'https://shop.example', returnTo: '/' },
    now,
  )
  const plain = await subscription(shopper, { order_id })
  const changing = await subscription(shopper, {
    ...{ cancel_at: day('2027-02-28'), renews_at: day('2027-02-27') },
    ...{ pending_product_type: 'subscription_annual', pending_from: day('2027-02-26') },
  })
  const renewing = await subscription(shopper, { renews_at: day('2027-02-27') })
  const sentAbout = async (id: SubscriptionId) => {
    const sent: Partial<Record<PlanTurn, string>> = {}
    for (const turn of ['cancelled', 'resumed', 'change-booked', 'change-taken-back'] as const)
      for (const { subject, text_body } of await mailOfPlan(id, turn, shopper))
        sent[turn] = `${subject}: ${text_body.split('\n\n')[1]}`
    return sent
  }
  const keep = 'You keep your Monthly plan'
  expect(await sentAbout(plain)).toEqual({
    resumed: `${keep}: Your plan is no longer canceled.`,
    'change-taken-back': `${keep}: Your plan change was canceled.`,
  })
  expect(await sentAbout(renewing)).toEqual({
    resumed: `${keep}: Your plan is no longer canceled. It renews on Feb 27, 2027.`,
    'change-taken-back': `${keep}: Your plan change was canceled. It renews on Feb 27, 2027.`,
  })
  expect(await sentAbout(changing)).toEqual({
    cancelled:
      'Your Monthly plan is canceled: Your Monthly plan ends on Feb 28, 2027. You will not be charged again, and you get your credits until then.',
    'change-booked':
      'Your plan changes to the Annual plan on Feb 26, 2027: Your Monthly plan continues until Feb 26, 2027. After that you are on the Annual plan.',
  })
  // Links to the site where it was bought, if known; each change has its own email.
  const [mail] = await mailOfPlan(plain, 'resumed', shopper)
  expect(mail?.message_id).toBe(`receipt-plan-${plain}-${number}`)
  expect(mail?.text_body).toContain('https://shop.example/credits#plans')
  const [elsewhere] = await mailOfPlan(changing, 'cancelled', shopper)
  expect(elsewhere?.text_body).toContain('https://hemline.test/credits#plans')
})

test('the receipt of a gift names the friend; a refunded order has none', async () => {
  const shopper = await made.shopper()
  const order = { offer: { lookupKey: 'x', quantity: 1 }, amountCents: 5000, credits: 100 }
  const gift = { ...order, type: 'gift', recipientEmail: 'may@example.test' } as const
  const id = await recordOrder(db, shopper, { ...gift, origin: '', returnTo: '/' }, now)
  const mailAs = async (status: 'fulfilled' | 'refunded') => {
    await updateRows(db, 'checkout_orders', id, {
      status,
      paid_at: now,
      origin: 'https://shop.example',
    })
    await mailReceipt(db, { of: 'order', id }, place, now)
    return await mailsTo(shopper)
  }
  expect(await mailAs('refunded')).toEqual([])
  const [mail, ...others] = await mailAs('fulfilled')
  expect(others).toEqual([])
  expect(mail?.message_id).toBe(`receipt-order-${id}`)
  for (const text of ['50 are for may@example.test.', 'https://shop.example/credits#statement'])
    expect(mail?.text_body).toContain(text)
})
