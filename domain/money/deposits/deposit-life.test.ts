import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { depositLife } from './deposit-life.ts'
import {
  addToDeposit,
  countExternalDepositRefund,
  requestRefund,
  withholdFromDeposit,
} from './deposits.ts'
import { withheldForCloset } from './withheld-money.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'

async function returned(renter: Shopper, owner?: ClosetOwner) {
  const closet = owner ?? (await made.closet())
  const item = await made.item({ closet })
  const rental = await made.rental({ item, renter, status: 'delivered', createdAt: now })
  const on = { rentalId: rental.id, origin, notes: 'Torn hem' }
  await recordReturn(db, closet, on, now)
  return { closet, item, on }
}

test('a deposit is shown as missing, held, in use, withheld with its reason, or being refunded', async () => {
  const shopper = await made.shopper()
  expect(await depositLife(db, shopper)).toEqual({
    held: null,
    withheld: [],
    refunds: [],
    topUps: [],
    mayRequest: false,
  })
  await made.deposit(shopper, { paidAt: now })
  expect(await depositLife(db, shopper)).toMatchObject({
    held: { fullCents: 5000, leftCents: 5000, openRentals: 0, barred: null },
    mayRequest: true,
  })
  const first = await returned(shopper)
  const second = await returned(shopper)
  expect(await depositLife(db, shopper)).toMatchObject({
    held: { openRentals: 2 },
    mayRequest: false,
  })
  await keepDeposit(db, first.closet, { ...first.on, cents: 1234 }, now)
  expect(await depositLife(db, shopper)).toMatchObject({
    held: { openRentals: 1, barred: 'partly-withheld', withheldCents: 1234 },
    withheld: [{ title: first.item.title, cents: 1234, notes: 'Torn hem', decidedAt: now }],
    refunds: [],
  })
  await approveCondition(db, second.closet, second.on, now)
  expect(await depositLife(db, shopper)).toMatchObject({
    held: { openRentals: 0, withheldCents: 1234 },
    refunds: [],
    mayRequest: false,
  })
  const final = new Date(now.getTime() + 2 * 86_400_000)
  await releaseClaims(db, final)
  expect(await depositLife(db, shopper)).toMatchObject({
    held: null,
    withheld: [{ ownerName: first.closet.fullName }],
    refunds: [{ cents: 3766, status: 'pending', requestedAt: final, finishedAt: null }],
    mayRequest: false,
  })
})

test('the latest twenty of each kind are shown, newest first', async () => {
  const shopper = await made.shopper()
  const depositId = await made.deposit(shopper, { paidAt: now })
  const other = await made.shopper()
  await made.deposit(other, { paidAt: now })
  const admin = await made.admin()
  const { order_id: orderId } = await readRow(db, 'deposits', 'order_id', depositId)
  // The first two have the same time.
  const at = (n: number) => new Date(now.getTime() + Math.max(1, n) * 1000)
  const rentals: string[] = []
  const orders: string[] = []
  const item = await made.item({ creditsPerDay: 0 })
  for (let n = 0; n < 21; n += 1) {
    const { id } = await made.rental({ item, renter: shopper, status: 'completed', createdAt: now })
    rentals.unshift(id)
    const topUp = newId()
    orders.unshift(topUp)
    await inTransaction(db, async (tx) => {
      const claim = { depositId, rentalId: id, cents: 100 + n, decidedBy: admin.id }
      expect(await withholdFromDeposit(tx, claim, at(n))).toMatchObject({ ok: true })
      await updateRows(tx, 'rentals', id, {
        condition_status: 'deposit_kept',
        deposit_kept_amount: 100 + n,
      })
      const refund = { id: `re_${n}`, orderId, cents: 50 + n, createdAt: at(n) }
      expect(await countExternalDepositRefund(tx, depositId, refund, now)).toBe(50 + n)
      const paid = { orderId: topUp, paymentIntent: `pi_${topUp}`, amountCents: 150 + 2 * n }
      await insertRows(tx, 'checkout_orders', {
        ...{ id: topUp, user_id: shopper.id, product_type: 'deposit_top_up', credits: 0 },
        ...{ amount_cents: paid.amountCents, payment_intent: paid.paymentIntent },
        ...{ stripe_session_id: `cs_${topUp}`, status: 'fulfilled', created_at: now },
        ...{ paid_at: at(n), fulfilled_at: at(n) },
      })
      await addToDeposit(tx, depositId, { ...paid, paidAt: at(n) })
    })
  }
  const { withheld, refunds, topUps } = await depositLife(db, shopper)
  expect(withheld.map(({ rentalId }) => rentalId)).toEqual(rentals.slice(0, 20))
  expect(topUps.map(({ orderId }) => orderId)).toEqual(orders.slice(0, 20))
  expect(refunds.map(({ cents }) => cents)).toEqual(rentals.slice(0, 20).map((_, n) => 70 - n))
  expect(topUps[0]).toEqual({ orderId: orders[0], cents: 190, paidAt: at(20) })
  expect((await depositLife(db, other)).held).toMatchObject({ fullCents: 5000, leftCents: 5000 })
})

test('a shopper sees only their own deposit', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  await made.deposit(shopper)
  await requestRefund(db, shopper, now)
  expect(await depositLife(db, other)).toMatchObject({
    ...{ held: null, withheld: [], refunds: [], topUps: [] },
  })
})

test('withheld amounts are listed by closet, month and item', async () => {
  const [one, two] = [await returned(await made.shopper()), await returned(await made.shopper())]
  await keepDeposit(db, one.closet, { ...one.on, cents: 1000 }, now)
  await keepDeposit(db, two.closet, { ...two.on, cents: 700 }, now)
  const over = { months: 12, timeZone: 'America/New_York' }
  const own = { month: '2026-11', itemId: one.item.id, title: one.item.title, rentals: 1 }
  const mine = [{ ...own, cents: 1000 }]
  expect(await withheldForCloset(db, one.closet, one.closet.id, over, now)).toEqual(mine)
  expect(await withheldForCloset(db, await made.admin(), one.closet.id, over, now)).toEqual(mine)
  expect(await withheldForCloset(db, two.closet, one.closet.id, over, now)).toEqual([])
  // 11:30 PM on October 31 in New York.
  const evening = new Date('2026-11-01T03:30:00Z')
  const centsOf = async (months: number, at: Date) =>
    (await withheldForCloset(db, one.closet, one.closet.id, { ...over, months }, at)).map(
      ({ month, cents }) => [month, cents],
    )
  await updateRows(db, 'deposit_claims', { rental_id: one.on.rentalId }, { decided_at: evening })
  const items: string[] = []
  for (const [cents, decidedAt] of [
    [300, now],
    [300, now],
    [500, now],
    [300, now],
    [200, new Date('2026-11-01T04:00:00Z')],
  ] as const) {
    const other = await returned(await made.shopper(), one.closet)
    items.push(other.item.id)
    await keepDeposit(db, one.closet, { ...other.on, cents }, decidedAt)
  }
  const november = [500, 300, 300, 300, 200].map((cents) => ['2026-11', cents])
  const latest = await withheldForCloset(db, one.closet, one.closet.id, { ...over, months: 1 }, now)
  const inOrder = [items[2], items[0], items[1], items[3], items[4]]
  expect(latest.map(({ itemId }) => itemId)).toEqual(inOrder)
  expect(await centsOf(2, now)).toEqual([...november, ['2026-10', 1000]])
  expect(await centsOf(1, now)).toEqual(november)
  expect(await centsOf(12, new Date('2027-10-31T00:00:00Z'))).toEqual(november)
  expect(await centsOf(12, new Date('2027-12-01T05:00:00Z'))).toEqual([])
})
