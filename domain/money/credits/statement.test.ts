import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ProductType } from '#db/enums.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { encodeCursor } from '#domain/shared/lists/page.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { expireLots, freezeLots, lockWallet, mint, revokeLots } from './credits.ts'
import { LATE_RETURN_NOTE } from './late-return-note.ts'
import { creditsOnHold, lotsLeft } from './lots-left.ts'
import { beginOperation, extensionKey } from './operation.ts'
import { statementPage } from './statement.ts'

const { db, made } = await testDatabase()
const noon = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)

/** Every page of a statement, as the balances after its lines. */
async function balancesOf(shopper: Shopper, size: number): Promise<number[][]> {
  const pages: number[][] = []
  let after: string | null = null
  do {
    const { rows, next } = await statementPage(db, shopper, after, size)
    pages.push(rows.map(({ balance }) => balance))
    after = next
  } while (after !== null)
  return pages
}

test('pages of lines with the same time contain each line once, with the balance after it', async () => {
  const shopper = await made.shopper()
  for (const credits of [1, 2, 4, 8, 16])
    await made.credits(shopper, credits, { now: noon, expiresAt: inDays(30) })
  // Credits of somebody else are not included.
  await made.credits(await made.shopper(), 100, { now: noon, expiresAt: inDays(30) })
  expect(await balancesOf(shopper, 2)).toEqual([[31, 15], [7, 3], [1]])
  expect(await balancesOf(shopper, 5)).toEqual([[31, 15, 7, 3, 1]])
  expect(await balancesOf(shopper, 4)).toEqual([[31, 15, 7, 3], [1]])
  const beforeAll = encodeCursor([inDays(-1).toISOString(), '00000000-0000-7000-8000-000000000000'])
  expect(await statementPage(db, shopper, beforeAll)).toEqual({ rows: [], next: null })
})

test('a line says what it was about: a rental, its item, and what has expired', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 20, { now: inDays(-1), expiresAt: inDays(3) })
  const item = await made.item({ title: 'Silk dress', creditsPerDay: 2 })
  await made.rental({ item, renter: shopper, createdAt: noon })
  await made.credits(shopper, 1, { now: inDays(3.5), expiresAt: inDays(60) })
  await expireLots(db, inDays(4))
  const { rows } = await statementPage(db, shopper, null)
  const lines = rows.map(({ kind, amount, balance, item, isExtension }) => ({
    ...{ kind, amount, balance, title: item?.title ?? null, isExtension },
  }))
  expect(lines).toEqual([
    { kind: 'grant', amount: 1, balance: 15, title: null, isExtension: false },
    { kind: 'expiry', amount: -6, balance: 14, title: null, isExtension: false },
    { kind: 'rental', amount: -14, balance: 20, title: 'Silk dress', isExtension: false },
    { kind: 'grant', amount: 14, balance: 34, title: null, isExtension: false },
    { kind: 'grant', amount: 20, balance: 20, title: null, isExtension: false },
  ])
})

test('remaining credits are listed by expiry date, until they expire', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 5, { now: noon, expiresAt: inDays(9) })
  await made.credits(shopper, 7, { now: noon, expiresAt: inDays(3) })
  await made.credits(shopper, 4, { now: noon, expiresAt: inDays(9) })
  await made.credits(await made.shopper(), 8, { now: noon, expiresAt: inDays(9) })
  const at = async (now: Date) =>
    (await lotsLeft(db, shopper, now)).map(({ credits, expiresAt }) => [credits, expiresAt])
  expect(await at(noon)).toEqual([
    [7, inDays(3)],
    [9, inDays(9)],
  ])
  expect(await at(inDays(3))).toEqual([[9, inDays(9)]])
  expect(await at(inDays(9))).toEqual([])
  expect(await creditsOnHold(db, shopper.id, noon)).toEqual([])
})

test('a line says what was paid, which plan it was, who gave it and what went on hold', async () => {
  // Orders, gifts and plans are inserted without the rows that belong to them.
  const { db, made } = await testDatabase({ violatesInvariants: true })
  const [shopper, friend] = [await made.shopper(), await made.shopper({ full_name: 'Ada Giver' })]
  const of = { userId: shopper.id, amount: 10, expiresAt: inDays(90) }
  const order = async (buyer: Shopper, product: ProductType) => {
    const id = newId()
    await insertRows(db, 'checkout_orders', {
      ...{ id, user_id: buyer.id, product_type: product, amount_cents: 4200, credits: 10 },
      ...{ status: 'fulfilled', payment_intent: `pi_${product}`, created_at: noon },
      ...{ stripe_session_id: `cs_${product}`, paid_at: noon, fulfilled_at: noon },
      ...(product === 'gift' && { gift_recipient_email: shopper.email }),
    })
    return id
  }
  const [orderId, giftOrder] = [await order(shopper, 'one_time'), await order(friend, 'gift')]
  const [giftCodeId, refundId, subscription] = [newId(), newId(), newId()]
  await insertRows(db, 'gift_codes', {
    ...{ id: giftCodeId, code: 'ABCDEFGH', buyer_id: friend.id, order_id: giftOrder },
    ...{ recipient_email: shopper.email, credits_amount: 10, payment_intent: 'pi_gift' },
    ...{ expires_at: inDays(90), created_at: noon },
  })
  await insertRows(db, 'refunds', {
    ...{ id: refundId, order_id: orderId, amount_cents: 420, reason: 'purchase_refunded' },
    ...{ requested_at: noon, credits: 1 },
  })
  await insertRows(db, 'credit_subscriptions', {
    ...{ id: subscription, user_id: shopper.id, stripe_subscription_id: 'sub_1' },
    ...{ product_type: 'subscription_annual', status: 'active', anchor_at: inDays(1) },
    ...{ created_at: noon, updated_at: noon },
  })
  for (const [plan, cents] of [
    ['subscription_annual', 24_000],
    ['subscription_monthly', 2900],
  ] as const)
    await insertRows(db, 'subscription_coverage', {
      ...{ id: newId(), subscription_id: subscription, stripe_invoice_id: `in_${plan}` },
      ...{ starts_at: inDays(1), ends_at: inDays(366), paid_at: inDays(1), paid_cents: cents },
      ...{ product_type: plan, payment_intent: `pi_${plan}` },
    })
  const year = { userId: shopper.id, paymentIntent: 'pi_subscription_annual' }
  const item = await made.item({ title: 'Silk dress', creditsPerDay: 0 })
  const { id: rentalId } = await made.rental({ item, renter: shopper, createdAt: noon })
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    const bought = { ...of, orderId, paymentIntent: 'pi_one_time', key: 'order' }
    await mint(tx, { ...bought, source: 'one_time', note: 'a note' }, noon)
    await mint(tx, { ...of, source: 'gift_claim', giftCodeId, key: 'gift' }, inDays(0.5))
    const month = { ...of, ...year, source: 'subscription', note: 'subscription_annual' } as const
    await mint(tx, { ...month, key: 'month 1' }, inDays(1))
    await freezeLots(tx, { ...year, key: 'dispute' }, inDays(1), inDays(1))
    const paid = { paymentIntent: 'pi_subscription_monthly', note: 'subscription_monthly' }
    await mint(tx, { ...month, ...paid, key: 'other plan' }, inDays(2))
    await mint(tx, { ...month, key: 'month 2' }, inDays(32))
    const refund = { userId: shopper.id, paymentIntent: 'pi_one_time', credits: 1, refundId }
    await revokeLots(tx, { ...refund, key: 'refund' }, inDays(33))
    const goodwill = { ...of, source: 'goodwill', key: 'late', note: LATE_RETURN_NOTE } as const
    await mint(tx, goodwill, inDays(34))
    const extension = { ...of, rentalId, key: extensionKey({ rentalId }, newId()) }
    await beginOperation(tx, 'rental', extension, { amount: -2 }, inDays(35))
  })
  const { rows } = await statementPage(db, shopper, null)
  const line = (kind: string, day: number, amount: number, balance: number, more = {}) => ({
    ...{ id: expect.any(String), kind, amount, held: 0, balance, paidCents: null, at: inDays(day) },
    ...{
      item: null,
      isDateChange: false,
      isExtension: false,
      isForLateReturn: false,
      product: null,
      giver: null,
    },
    ...more,
  })
  const annual = { product: 'subscription_annual' }
  expect(rows).toEqual([
    line('rental', 35, -2, 47, {
      ...{ isExtension: true, item: { id: item.id, title: 'Silk dress' } },
    }),
    line('goodwill', 34, 10, 49, { isForLateReturn: true }),
    line('revocation', 33, -1, 39),
    line('subscription', 32, 10, 40, annual),
    line('subscription', 2, 10, 30, { product: 'subscription_monthly', paidCents: 2900 }),
    line('hold', 1, 0, 20, { held: 10 }),
    line('subscription', 1, 10, 30, { ...annual, paidCents: 24_000 }),
    line('gift_claim', 0.5, 10, 20, { giver: 'Ada Giver' }),
    line('purchase', 0, 10, 10, { product: 'one_time', paidCents: 4200 }),
  ])
  const stored = db
    .selectFrom('credit_transactions')
    .select(['payment_intent', 'order_id', 'gift_code_id', 'rental_id', 'refund_id', 'note'])
    .orderBy('effective_at')
  const none = { payment_intent: null, order_id: null, gift_code_id: null }
  const empty = { ...none, rental_id: null, refund_id: null, note: null }
  const lines = await stored.execute()
  expect([...lines.slice(0, 2), ...lines.slice(-3)]).toEqual([
    { ...empty, payment_intent: 'pi_one_time', order_id: orderId, note: 'a note' },
    { ...empty, gift_code_id: giftCodeId },
    { ...empty, payment_intent: 'pi_one_time', refund_id: refundId },
    { ...empty, note: LATE_RETURN_NOTE },
    { ...empty, rental_id: rentalId },
  ])
})
