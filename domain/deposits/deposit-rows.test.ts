import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import { type DisputeKind, productTypes } from '#db/enums.ts'
import type { DepositId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { isDepositProduct } from './deposit-products.ts'
import { openRentalsOn, paymentsOf } from './deposit-row.ts'
import { findDeposit, reduceClaim, resolveDeposit } from './deposits.ts'

// Rows without the history that they would have.
const { db } = await testDatabase({ violatesInvariants: true })
const made = make(db)
const noon = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)
const within = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(db, work)

/** A deposit of $50, and rentals on it that are over. */
async function held() {
  const payer = await made.shopper()
  const id = await made.deposit(payer, { paidAt: noon })
  const rental = async (status: 'pending' | 'completed' = 'completed') =>
    (
      await made.rental({
        ...{ item: await made.item({ creditsPerDay: 0 }), renter: payer, createdAt: noon, status },
      })
    ).id
  const claim = async (row: { released_at?: Date; final_at?: Date } = {}, keptCents = 500) => {
    const rentalId = await rental()
    await db
      .insertInto('deposit_claims')
      .values({
        ...{ rental_id: rentalId, deposit_id: id, kept_cents: keptCents, decided_at: noon },
        ...row,
      })
      .execute()
    return rentalId
  }
  const set = (row: { [column in Column]?: number } & { refund_requested_at?: Date }) =>
    db.updateTable('deposits').set(row).where('id', '=', id).execute()
  const refunds = () =>
    db
      .selectFrom('refunds')
      .select(['amount_cents', 'reason'])
      .where('deposit_id', '=', id)
      .orderBy('id')
      .execute()
  return { payer, id, rental, claim, set, refunds }
}
type Column = 'amount_cents' | 'kept_cents' | 'refunded_cents' | 'topped_up_cents'

async function topUp(depositId: DepositId, paidAt: Date) {
  const { payer, id } = await held()
  const { order_id } = await db
    .selectFrom('deposits')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('deposits').where('id', '=', id).execute()
  await db
    .insertInto('deposit_top_ups')
    .values({
      ...{ order_id, deposit_id: depositId, payment_intent: `pi_${order_id}` },
      ...{ amount_cents: 1000, paid_at: paidAt },
    })
    .execute()
  const disputed = async (status: 'open' | 'won' | 'lost', kind: DisputeKind = 'dispute') =>
    await db
      .insertInto('disputes')
      .values({
        ...{ id: newId(), order_id, payment_intent: `pi_${order_id}`, user_id: payer.id, kind },
        ...{ amount_cents: 300, status, opened_at: noon },
        ...{ closed_at: status === 'open' ? null : noon },
      })
      .execute()
  return { orderId: order_id, disputed }
}

test('a deposit and what is added to it are products of deposits', () => {
  expect(productTypes.filter(isDepositProduct)).toEqual(['deposit', 'deposit_top_up'])
  expect(isDepositProduct(null)).toBe(false)
})

test('what is refunded first was paid last, and what is disputed comes after everything else', async () => {
  const { id } = await held()
  const lost = await topUp(id, inDays(5))
  const open = await topUp(id, inDays(4))
  const won = await topUp(id, inDays(3))
  const elsewhere = await topUp(id, inDays(2))
  const [one, other] = [await topUp(id, inDays(1)), await topUp(id, inDays(1))]
  await lost.disputed('lost')
  await open.disputed('open')
  await won.disputed('won')
  await elsewhere.disputed('lost', 'refund')
  await (await topUp((await held()).id, inDays(9))).disputed('lost')
  const payments = await within((tx) => paymentsOf(tx, id))
  const { order_id: first } = await db
    .selectFrom('deposits')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(payments).toEqual([
    { orderId: won.orderId, leftCents: 1000 },
    { orderId: elsewhere.orderId, leftCents: 1000 },
    { orderId: other.orderId, leftCents: 1000 },
    { orderId: one.orderId, leftCents: 1000 },
    { orderId: first, leftCents: 5000 },
    { orderId: lost.orderId, leftCents: 700 },
    { orderId: open.orderId, leftCents: 1000 },
  ])
})

test('open on a deposit are its own live rentals and what can still be corrected', async () => {
  const { id, rental, claim } = await held()
  const another = await held()
  await another.rental('pending')
  await another.claim()
  expect(await within((tx) => openRentalsOn(tx, id))).toBe(0)
  await rental('pending')
  await rental('completed')
  await claim()
  await claim({ released_at: noon })
  expect(await within((tx) => openRentalsOn(tx, id))).toBe(2)
})

test('a deposit of which a single cent was withheld says so', async () => {
  const { payer, set } = await held()
  await set({ refunded_cents: 50 })
  expect(await findDeposit(db, payer.id)).toMatchObject({ barred: 'being-refunded' })
  await set({ kept_cents: 1 })
  expect(await findDeposit(db, payer.id)).toMatchObject({
    ...{ barred: 'partly-withheld', withheldCents: 1, leftCents: 4949, topUpCents: 51 },
  })
})

test('nothing is reduced where nothing was withheld, or where it is decided', async () => {
  const { rental, claim } = await held()
  const gone = { ok: false, problem: { reason: 'deposit-gone' } }
  for (const id of [
    await rental(),
    await claim({ released_at: noon }),
    await claim({ final_at: noon }),
  ])
    expect(await within((tx) => reduceClaim(tx, id, 100, noon))).toEqual(gone)
})

test('a deposit whose refund was requested is refunded once: neither what was added nor an appeal again', async () => {
  const added = await held()
  await topUp(added.id, inDays(1))
  await added.set({ amount_cents: 6000, topped_up_cents: 1000, refund_requested_at: noon })
  await within((tx) => resolveDeposit(tx, added.id, noon))
  expect(await added.refunds()).toEqual([])
  const appealed = await held()
  const rentalId = await appealed.claim({ released_at: noon, final_at: noon }, 4000)
  await db
    .insertInto('deposit_appeals')
    .values({
      ...{ rental_id: rentalId, words: 'It was torn before.', filed_at: noon },
      ...{ answer_due_at: noon, refund_cents: 500, returned_cents: 500 },
      ...{ status: 'reduced', reasons: 'In part.', decided_at: noon },
    })
    .execute()
  await appealed.set({ kept_cents: 3500, refund_requested_at: noon })
  for (const [left, refunded] of [
    [1500, 0],
    [1000, 500],
  ] as const) {
    await appealed.set({ refunded_cents: refunded })
    await within((tx) => resolveDeposit(tx, appealed.id, noon))
    expect([left, await appealed.refunds()]).toEqual([
      ...[left, [{ amount_cents: 500, reason: 'appeal' }]],
    ])
    await db
      .updateTable('refunds')
      .set({ status: 'succeeded', finished_at: noon })
      .where('deposit_id', '=', appealed.id)
      .execute()
  }
})
