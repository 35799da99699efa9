import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ProductType } from '#db/enums.ts'
import type { DepositId, OrderId } from '#db/ids.ts'
import { lockWallet, mint, revokeLots } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { emailAboutDispute } from './dispute-mail.ts'

// Rows are inserted without the history that commands would leave.
const { db, made } = await testDatabase({ violatesInvariants: true })
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2027-02-20T12:00:00Z')

interface Payment {
  readonly product?: ProductType
  readonly origin?: string | null
  /** Credits that a lost dispute or a refund has revoked. */
  readonly taken?: number
}

/** A disputed payment of $50.00; returns the dispute. */
async function disputed(
  payer: Shopper,
  { product = 'one_time', origin = 'https://shop.example', taken = 0 }: Payment = {},
): Promise<string> {
  const [order, payment]: [OrderId, string] = [newId(), `pi_${newId()}`]
  await insertRows(db, 'checkout_orders', {
    ...{ id: order, user_id: payer.id, product_type: product, amount_cents: 5000, origin },
    ...{ credits: 50, status: 'fulfilled', payment_intent: payment },
    ...{ created_at: now, paid_at: now, fulfilled_at: now },
  })
  if (taken > 0)
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, payer.id)
      const of = { userId: payer.id, paymentIntent: payment }
      const lot = { key: newId(), source: 'goodwill', amount: 50, expiresAt: later } as const
      await mint(tx, { ...of, ...lot }, now)
      await revokeLots(tx, { ...of, key: newId(), credits: taken }, now)
    })
  const id = `dp_${newId()}`
  await insertRows(db, 'disputes', {
    ...{ id, payment_intent: payment, order_id: order, user_id: payer.id, status: 'open' },
    ...{ amount_cents: 5000, opened_at: now },
  })
  return id
}

/** The email about a dispute: its subject and the paragraph about what was bought. */
async function mailAbout(id: string, turn: 'open' | 'won' | 'lost', credits = 0) {
  await inTransaction(db, (tx) => emailAboutDispute(tx, id, { turn, credits }, now))
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body as text', 'to_address as to', 'recipient_id as recipient'])
    .execute()
  await db.deleteFrom('mail_outbox').execute()
  expect(mails.length).toBeLessThan(2)
  const [mail] = mails
  return mail && { ...mail, words: mail.text.split('\n\n')[2] }
}

test('the emails about a disputed deposit say that it is on hold, then released or smaller', async () => {
  const payer = await made.shopper()
  const id = await disputed(payer, { product: 'deposit' })
  const words = []
  for (const turn of ['open', 'won', 'lost'] as const)
    words.push((await mailAbout(id, turn, 1))?.words)
  expect(words).toEqual([
    'Until this is resolved, your deposit cannot be used for new rentals and cannot be returned.',
    'Your deposit is no longer on hold.',
    'This amount is no longer part of your deposit.',
  ])
})

test('a deposit stays on hold while the payment that topped it up is disputed', async () => {
  const payer = await made.shopper()
  const ids = [
    await disputed(payer, { product: 'deposit' }),
    await disputed(payer, { product: 'deposit_top_up' }),
  ]
  const [paid, added] = await db
    .selectFrom('disputes')
    .select(['order_id', 'payment_intent'])
    .where('id', 'in', ids)
    .orderBy(sql`id = ${ids[0]}`, 'desc')
    .execute()
  if (!paid?.order_id || !added?.order_id) return expect.unreachable()
  const [id, amount_cents]: [DepositId, number] = [newId(), 5000]
  const about = { amount_cents, paid_at: now }
  await insertRows(db, 'deposits', {
    ...{ id, user_id: payer.id, ...about },
    ...{ order_id: paid.order_id, payment_intent: paid.payment_intent },
  })
  await insertRows(db, 'deposit_top_ups', {
    ...{ deposit_id: id, ...about },
    ...{ order_id: added.order_id, payment_intent: added.payment_intent },
  })
  const stays = 'Your deposit stays on hold until another dispute is resolved.'
  for (const dispute of ids) expect((await mailAbout(dispute, 'won'))?.words).toBe(stays)
})

test('the credits that are on hold or released are counted', async () => {
  const id = await disputed(await made.shopper())
  const open = (credits: number) =>
    `Until this is resolved, the ${credits} credits left from this payment are on hold and cannot be spent.`
  for (const [credits, onHold, released] of [
    [
      0,
      'Until this is resolved, any credits from this payment that are returned to you are on hold and cannot be spent.',
      'Your credits are no longer on hold. You can use them again.',
    ],
    [
      1,
      'Until this is resolved, the 1 credit left from this payment is on hold and cannot be spent.',
      'Your 1 credit is no longer on hold. You can use it again.',
    ],
    [2, open(2), 'Your 2 credits are no longer on hold. You can use them again.'],
  ] as const) {
    // Each dispute has one email about each change.
    expect((await mailAbout(id, 'open', credits))?.words).toBe(onHold)
    expect((await mailAbout(id, 'won', credits))?.words).toBe(released)
  }
})

test('the email about a lost dispute counts the credits removed of this payment only', async () => {
  const payer = await made.shopper()
  for (const [taken, words] of [
    [0, 'Anything you bought with this amount is no longer available.'],
    [1, 'We removed 1 credit that you bought with this payment.'],
    [12, 'We removed 12 credits that you bought with this payment.'],
  ] as const)
    expect((await mailAbout(await disputed(payer, { taken }), 'lost'))?.words).toBe(words)
})

test('the payer gets the email unless the account is closed, without a link if the site is unknown', async () => {
  const [payer, other] = [await made.shopper(), await made.shopper()]
  await disputed(other)
  const mail = await mailAbout(await disputed(payer), 'open')
  expect(mail).toMatchObject({
    ...{ to: payer.email, recipient: payer.id },
    subject: 'Your payment of $50.00 is disputed',
  })
  expect(mail?.text).toMatch(/See your credits\W+https:\/\/shop.example\/credits#statement/)
  const without = await mailAbout(await disputed(payer, { origin: null }), 'open')
  expect(without?.text).not.toMatch(/See your credits|null/)
  const gone = await made.shopper({ deleted_at: now })
  expect(await mailAbout(await disputed(gone), 'open')).toBeUndefined()
})
