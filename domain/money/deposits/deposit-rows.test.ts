import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import { productTypes } from '#db/enums.ts'
import { newId } from '#domain/shared/ids.ts'
import { depositRows, inDays, noon } from '#test/deposit-rows.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { isDepositProduct } from './deposit-products.ts'
import { openRentalsOn, paymentsOf } from './deposit-row.ts'
import {
  countExternalDepositRefund,
  countRefund,
  findDeposit,
  isDepositUsable,
  lockDeposit,
  loseDeposit,
  reduceClaim,
  releaseClaim,
  requestRefund,
  resolveDeposit,
  withholdFromDeposit,
} from './deposits.ts'

// Rows are inserted without the history that commands would leave.
const { db } = await testDatabase({ violatesInvariants: true })
const { made, held, topUp } = depositRows(db)
const within = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(db, work)

test('deposits and top-ups are deposit products', () => {
  expect(productTypes.filter(isDepositProduct)).toEqual(['deposit', 'deposit_top_up'])
  expect(isDepositProduct(null)).toBe(false)
})

test('the newest payment is refunded first, and disputed payments last', async () => {
  const { id, orderId: first } = await held()
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

test('live rentals of a deposit and claims that can still be corrected count as open', async () => {
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

test('the reason why a deposit is barred is exact to the cent', async () => {
  const { payer, set } = await held()
  await set({ refunded_cents: 49 })
  expect(await findDeposit(db, payer.id)).toMatchObject({ barred: null, topUpCents: 0 })
  await set({ lost_cents: 1 })
  expect(await findDeposit(db, payer.id)).toMatchObject({ barred: 'partly-lost', topUpCents: 50 })
  await set({ refunded_cents: 50, lost_cents: 0 })
  expect(await findDeposit(db, payer.id)).toMatchObject({ barred: 'being-refunded' })
  await set({ kept_cents: 1 })
  expect(await findDeposit(db, payer.id)).toMatchObject({
    ...{ barred: 'partly-withheld', withheldCents: 1, leftCents: 4949, topUpCents: 51 },
  })
})

test('a claim cannot be reduced when there is none, or once it is released or final', async () => {
  const { rental, claim } = await held()
  const gone = { ok: false, problem: { reason: 'deposit-gone' } }
  for (const id of [
    await rental(),
    await claim({ released_at: noon }),
    await claim({ final_at: noon }),
  ])
    expect(await within((tx) => reduceClaim(tx, id, 100, noon))).toEqual(gone)
})

test('after its refund was requested, a deposit refunds no surplus, and each appeal only once', async () => {
  const added = await held()
  await topUp(added.id, inDays(1))
  await added.set({ amount_cents: 6000, topped_up_cents: 1000, refund_requested_at: noon })
  await within((tx) => resolveDeposit(tx, added.id, noon))
  expect(await added.refunds()).toEqual([])
  const appealed = await held()
  const rentalId = await appealed.claim({ released_at: noon, final_at: noon }, 4000)
  await insertRows(db, 'deposit_appeals', {
    ...{ rental_id: rentalId, words: 'It was torn before.', filed_at: noon },
    ...{ answer_due_at: noon, refund_cents: 500, returned_cents: 500 },
    ...{ status: 'reduced', reasons: 'In part.', decided_at: noon },
  })
  await appealed.set({ kept_cents: 3500, refund_requested_at: noon })
  for (const [left, refunded] of [
    [1500, 0],
    [1000, 500],
  ] as const) {
    await appealed.set({ refunded_cents: refunded })
    await within((tx) => resolveDeposit(tx, appealed.id, noon))
    expect([left, await appealed.refunds()]).toEqual([
      ...[left, [expect.objectContaining({ amount_cents: 500, reason: 'appeal' })]],
    ])
    await updateRows(
      db,
      'refunds',
      { deposit_id: appealed.id },
      { status: 'succeeded', finished_at: noon },
    )
  }
})

test('a deposit with an uncovered loss, even of one cent, cannot be topped up', async () => {
  const { payer, set, loses } = await held()
  await set({ kept_cents: 100 })
  await loses(0)
  expect(await findDeposit(db, payer.id)).toMatchObject({ topUpCents: 100 })
  await loses(1)
  expect(await findDeposit(db, payer.id)).toMatchObject({ topUpCents: 0 })
  await set({ refunded_cents: 100 })
  expect(await findDeposit(db, payer.id)).toMatchObject({ topUpCents: 0 })
  await set({ refunded_cents: 0, lost_cents: 100 })
  expect(await findDeposit(db, payer.id)).toMatchObject({ topUpCents: 0 })
})

test('a disputed deposit covers no rental and cannot be topped up or refunded; a closed one is not found', async () => {
  const [whole, partly, closed] = [await held(), await held(), await held()]
  const requested = await held()
  const frozen_at = noon
  await whole.set({ frozen_at })
  await partly.set({ kept_cents: 1000, frozen_at })
  await closed.set({ kept_cents: 5000, closed_at: noon })
  const disputed = { barred: 'disputed', topUpCents: 0 }
  expect(await findDeposit(db, whole.payer.id)).toMatchObject(disputed)
  expect(await findDeposit(db, partly.payer.id)).toMatchObject(disputed)
  await requested.set({ refund_requested_at: noon })
  expect(await findDeposit(db, closed.payer.id)).toBeNull()
  expect(await findDeposit(db, requested.payer.id)).toBeNull()
  expect(await within((tx) => lockDeposit(tx, partly.payer.id))).toMatchObject(disputed)
  expect(await within((tx) => lockDeposit(tx, closed.payer.id))).toBeNull()
  expect(await requestRefund(db, whole.payer, noon)).toEqual({
    ...{ ok: false, problem: { reason: 'deposit-disputed' } },
  })
})

test('cents that are being refunded can be neither lost nor refunded elsewhere', async () => {
  const [lost, elsewhere] = [await held(), await held()]
  await lost.refund(1)
  await elsewhere.set({ kept_cents: 4999 })
  await elsewhere.refund(1)
  expect(await within((tx) => loseDeposit(tx, lost.id, 5000, noon))).toBe(4999)
  const refund = { id: 're_2', orderId: elsewhere.orderId, cents: 1, createdAt: noon }
  const counted = within((tx) => countExternalDepositRefund(tx, elsewhere.id, refund, noon))
  expect(await counted).toBe(0)
  expect(await elsewhere.refunds()).toHaveLength(1)
})

test('a deposit can secure a reopened rental while it is held, undisputed, and its losses are covered', async () => {
  const isUsable = async (row: Parameters<Awaited<ReturnType<typeof held>>['set']>[0]) => {
    const { id, set } = await held()
    await set(row)
    return await within((tx) => isDepositUsable(tx, id))
  }
  const toppedUp = { amount_cents: 5500, topped_up_cents: 500 }
  expect([
    await isUsable({ kept_cents: 5000 }),
    await isUsable({ ...toppedUp, lost_cents: 500 }),
    await isUsable({ ...toppedUp, lost_cents: 501 }),
    await isUsable({ frozen_at: noon }),
    await isUsable({ refund_requested_at: noon }),
    await isUsable({ kept_cents: 5000, closed_at: noon }),
    await within((tx) => isDepositUsable(tx, null)),
    await within((tx) => isDepositUsable(tx, newId())),
  ]).toEqual([true, true, false, false, false, false, false, false])
})

test('without a deposit nothing is withheld, lost, counted or released', async () => {
  const { rental } = await held()
  const rentalId = await rental()
  const claim = { depositId: null, rentalId, cents: 0, decidedBy: (await made.admin()).id }
  expect(await within((tx) => withholdFromDeposit(tx, { ...claim, cents: 1 }, noon))).toEqual({
    ...{ ok: false, problem: { reason: 'more-than-is-left', leftCents: 0 } },
  })
  const elsewhere = { id: 're_1', orderId: newId(), cents: 100, createdAt: noon }
  await within(async (tx) => {
    expect(await loseDeposit(tx, newId(), 100, noon)).toBe(0)
    expect(await countExternalDepositRefund(tx, newId(), elsewhere, noon)).toBe(0)
    await countRefund(tx, newId(), 100, noon)
    await releaseClaim(tx, rentalId, noon)
    await resolveDeposit(tx, newId(), noon)
    await resolveDeposit(tx, null, noon)
  })
})

test('reducing one claim changes no other, and a claim is released once', async () => {
  const { claim, set, now } = await held()
  const [one, other] = [await claim(), await claim()]
  await set({ kept_cents: 1000 })
  expect(await within((tx) => reduceClaim(tx, one, 200, noon))).toMatchObject({ ok: true })
  await within((tx) => releaseClaim(tx, one, noon))
  await within((tx) => releaseClaim(tx, one, inDays(1)))
  const claims = db
    .selectFrom('deposit_claims')
    .select(['kept_cents', 'released_at'])
    .where('rental_id', 'in', [one, other])
    .orderBy('kept_cents')
  expect(await claims.execute()).toEqual([
    { kept_cents: 200, released_at: noon },
    { kept_cents: 500, released_at: null },
  ])
  expect(await now()).toMatchObject({ kept_cents: 700, refund_requested_at: null })
})
