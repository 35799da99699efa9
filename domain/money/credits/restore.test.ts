import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { LotSource } from '#db/enums.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { creditsBalance, lockWallet, mint, spend } from './credits.ts'
import { freezeLots } from './freeze-lots.ts'
import { endOfLastDay } from './last-day.ts'
import { beginOperation, extensionKey, type RentalLife, rentalKey } from './operation.ts'
import { refundAhead } from './refund-ahead.ts'
import { restore, restorePart } from './restore.ts'
import { recordOwedCredits, revokeLots } from './revoke-lots.ts'

// Tests parts of commands alone, without the rentals, disputes and refunds that call them.
const { db, made } = await testDatabase({ violatesInvariants: true })
const noon = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)

/** A shopper with a rental that has cost nothing yet, and functions that change their credits. */
async function renting() {
  const shopper = await made.shopper()
  const item = await made.item({ creditsPerDay: 0 })
  const rental = await made.rental({ item, renter: shopper, createdAt: noon })
  const own = { userId: shopper.id, rentalId: rental.id }
  const holding = <Result>(work: (tx: Tx) => Promise<Result>) =>
    inTransaction(db, async (tx) => {
      await lockWallet(tx, shopper.id)
      return await work(tx)
    })
  const add = (amount: number, daysLeft: number, more: { from?: LotSource; pi?: string } = {}) =>
    holding((tx) =>
      mint(
        tx,
        {
          ...{ userId: shopper.id, key: newId(), source: more.from ?? 'one_time', amount },
          ...{ expiresAt: inDays(daysLeft), ...(more.pi && { paymentIntent: more.pi }) },
        },
        noon,
      ),
    )
  const spending = async (amount: number, key: string = newId(), days = 0) => {
    const at = inDays(days)
    const outcome = await holding((tx) => spend(tx, { ...own, amount, key }, at))
    return outcome.ok ? 'spent' : outcome.problem
  }
  return { shopper, rentalId: rental.id, own, holding, add, spending }
}

const lotsOf = async ({ id }: Shopper) =>
  await db
    .selectFrom('credit_lots')
    .select(['available', 'spent', 'expired', 'revoked', 'owed', 'frozen_at'])
    .where('user_id', '=', id)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()

const keysOf = async ({ id }: Shopper) =>
  (
    await db
      .selectFrom('credit_transactions')
      .select('idempotency_key')
      .where('user_id', '=', id)
      .where('rental_id', 'is not', null)
      .orderBy('id')
      .execute()
  ).map((row) => row.idempotency_key)

const NOTHING = { credits: 0, onHold: 0, revoked: 0 }

test('spending takes exactly what it needs, to the last credit and the last moment', async () => {
  const { shopper, own, holding, add, spending } = await renting()
  const other = await renting()
  await other.add(9, 30, { pi: 'pi_of_another' })
  const theirs = { userId: other.shopper.id, paymentIntent: 'pi_of_another', key: newId() }
  await other.holding((tx) => freezeLots(tx, theirs, noon, noon))
  const missing = { reason: 'not-enough-credits', needed: 1, balance: 0 }
  expect(await spending(1)).toEqual(missing)
  await add(1, 3)
  // Zero credits change nothing and leave no line.
  expect(await spending(0)).toBe('spent')
  expect(await holding((tx) => restore(tx, own, noon))).toEqual(NOTHING)
  expect(await keysOf(shopper)).toEqual([])
  expect(await spending(1, newId(), 3)).toEqual(missing)
  expect(await spending(1)).toBe('spent')
  await add(4, 4)
  await add(3, 5)
  expect(await spending(4)).toBe('spent')
  expect(await spending(1)).toBe('spent')
  const frozen = { ...own, paymentIntent: 'pi_on_hold', key: newId() }
  await add(1, 9, { pi: frozen.paymentIntent })
  await holding((tx) => freezeLots(tx, frozen, noon, noon))
  expect(await spending(3)).toEqual({ reason: 'wallet-frozen' })
  expect(await spending(4)).toEqual({ reason: 'not-enough-credits', needed: 4, balance: 2 })
  expect(await lotsOf(shopper)).toMatchObject([
    { available: 0, spent: 1 },
    { available: 0, spent: 4 },
    { available: 2, spent: 1 },
    { available: 1, spent: 0 },
  ])
})

test('restoring part of what a rental cost begins with the last operation', async () => {
  const { shopper, rentalId, own, holding, add, spending } = await renting()
  // This one is recorded first, but happened last.
  await add(1, 5)
  await spending(1, extensionKey({ rentalId }, newId()), 0.5)
  await add(2, 20)
  await add(2, 20)
  await add(2, 10)
  await spending(6, rentalKey({ rentalId }))
  await add(1, 4)
  await spending(1, extensionKey({ rentalId }, newId()))
  const part = { ...own, credits: 3, because: 'return-request' as const }
  expect(await holding((tx) => restorePart(tx, part, inDays(1)))).toEqual({
    ...NOTHING,
    credits: 3,
  })
  expect(await lotsOf(shopper)).toMatchObject([
    { available: 1, spent: 0 },
    { available: 1, spent: 0 },
    { available: 0, spent: 2 },
    { available: 0, spent: 2 },
    { available: 1, spent: 1 },
  ])
})

test('a reopened rental restores only what it has cost since it was reopened', async () => {
  const { shopper, rentalId, own, holding, add, spending } = await renting()
  await add(50, 30)
  const restored = (reopened?: number) =>
    holding((tx) => restore(tx, { ...own, ...(reopened !== undefined && { reopened }) }, inDays(1)))
  const live = async (life: RentalLife) => {
    expect(await spending(5, rentalKey(life))).toBe('spent')
    expect(await spending(2, extensionKey(life, 'a-form'))).toBe('spent')
  }
  await live({ rentalId })
  expect(await restored()).toEqual({ ...NOTHING, credits: 7 })
  expect(await restored(0)).toEqual(NOTHING)
  await live({ rentalId, reopened: 1 })
  expect(await restored(1)).toEqual({ ...NOTHING, credits: 7 })
  expect(await keysOf(shopper)).toEqual([
    `rental:${rentalId}`,
    `rental-extended:${rentalId}:a-form`,
    `rental-cancelled:${rentalId}`,
    `rental:${rentalId}:1`,
    `rental-extended:${rentalId}:1:a-form`,
    `rental-cancelled:${rentalId}:1`,
  ])
})

test('a lot that expires at this instant lasts on, with the time left at the first spending', async () => {
  const { shopper, rentalId, own, holding, add, spending } = await renting()
  await add(5, 10)
  await spending(2, rentalKey({ rentalId }))
  await spending(1, extensionKey({ rentalId }, newId()), 4)
  const ahead = await refundAhead(db, own, inDays(10))
  expect(ahead).toMatchObject({ until: [{ day: '2026-12-10', credits: 3 }], credits: 3, onHold: 0 })
  expect(await holding((tx) => restore(tx, own, inDays(10)))).toEqual({ ...NOTHING, credits: 3 })
  expect(
    await readRows(
      db,
      'credit_lots',
      ['available', 'spent', 'expired', 'expires_at', 'reminded_at'],
      { user_id: shopper.id },
    ),
  ).toEqual([
    // The two that were left have expired.
    {
      ...{ available: 3, spent: 0, expired: 2, reminded_at: null },
      expires_at: endOfLastDay(inDays(20), 'America/New_York'),
    },
  ])
})

test('several rentals paid by one lot add their waiting time once', async () => {
  const { shopper, rentalId, own, holding, add, spending } = await renting()
  await add(5, 30)
  const second = await made.rental({
    item: await made.item({ creditsPerDay: 0 }),
    renter: shopper,
    createdAt: noon,
  })
  const other = { userId: shopper.id, rentalId: second.id }
  await spending(2, rentalKey({ rentalId }))
  await holding((tx) => spend(tx, { ...other, amount: 3, key: rentalKey(other) }, noon))
  const ends = endOfLastDay(inDays(50), 'America/New_York')
  for (const one of [own, other]) {
    await holding((tx) => restore(tx, one, inDays(20)))
    const lots = await readRows(db, 'credit_lots', ['expires_at'], { user_id: shopper.id })
    expect(lots).toEqual([{ expires_at: ends }])
  }
})

test('the database refuses to return credits that cannot be used, or to let spent ones expire', async () => {
  const { shopper, rentalId, holding, add, spending } = await renting()
  await add(5, 10)
  await spending(5, rentalKey({ rentalId }))
  const moved = (to: 'available' | 'expired') =>
    holding(async (tx) => {
      const operation = { userId: shopper.id, rentalId, key: newId() }
      const change = { amount: to === 'available' ? 5 : 0 }
      const id = await beginOperation(tx, 'cancellation', operation, change, inDays(11))
      const [lot] = await readRows(tx, 'credit_lots', ['id'], { user_id: shopper.id })
      if (!id || !lot) throw new Error('nothing to move')
      const movement = { transaction_id: id, lot_id: lot.id, amount: 5 }
      await tx
        .insertInto('credit_movements')
        .values({ ...movement, from_side: 'spent', to_side: to })
        .execute()
    })
  await expect(moved('available')).rejects.toThrow('come back after they have expired')
  await expect(moved('expired')).rejects.toThrow('expire while they are spent')
})

test('revoking a payment takes only its own credits, even expired ones, and spent ones once restored', async () => {
  const { shopper, own, holding, add, spending, rentalId } = await renting()
  const payment = { userId: shopper.id, paymentIntent: 'pi_revoked' }
  // Credits of a claimed gift, which are not revoked.
  await add(2, 5, { from: 'gift_claim', pi: payment.paymentIntent })
  for (const [amount, days] of [
    [3, 10],
    [4, 20],
    [2, 30],
  ] as const)
    await add(amount, days, { pi: payment.paymentIntent })
  await add(6, 50, { pi: 'pi_kept' })
  await spending(7, rentalKey({ rentalId }))
  const revoke = () =>
    holding((tx) => revokeLots(tx, { ...payment, key: newId(), credits: 'all' }, inDays(31)))
  const owe = () => holding((tx) => recordOwedCredits(tx, { ...payment, credits: 99 }))
  const hold = (at: Date | null) =>
    holding((tx) => freezeLots(tx, { ...payment, key: newId() }, at, noon))
  expect(await hold(noon)).toBe(4)
  expect(await hold(null)).toBe(4)
  expect(await owe()).toBe(5)
  expect(await revoke()).toEqual({ revoked: 4, spent: 5 })
  expect(await revoke()).toEqual({ revoked: 0, spent: 0 })
  expect(await owe()).toBe(0)
  expect(await hold(noon)).toBe(0)
  const lines = db
    .selectFrom('credit_transactions')
    .select(['amount', 'held'])
    .where('user_id', '=', shopper.id)
    .where('kind', '=', 'revocation')
  expect(await lines.execute()).toEqual([{ amount: -4, held: 0 }])
  expect(await holding((tx) => restore(tx, own, noon))).toEqual({
    ...{ credits: 2, onHold: 0, revoked: 5 },
  })
  const empty = { available: 0, spent: 0, expired: 0, revoked: 0, owed: 0, frozen_at: null }
  expect(await lotsOf(shopper)).toEqual([
    { ...empty, available: 2 },
    { ...empty, revoked: 3 },
    { ...empty, revoked: 4 },
    { ...empty, revoked: 2 },
    { ...empty, available: 6 },
  ])
})

test('credits of a lot that has expired are on hold and revoked with its payment', async () => {
  const { shopper, rentalId, own, holding, add, spending } = await renting()
  const payment = { userId: shopper.id, paymentIntent: 'pi_disputed' }
  await add(5, 10, { pi: payment.paymentIntent })
  await add(5, 12, { pi: 'pi_disputed_later' })
  await spending(8, rentalKey({ rentalId }))
  await holding((tx) => freezeLots(tx, { ...payment, key: newId() }, inDays(9), inDays(9)))
  expect(await refundAhead(db, own, inDays(20))).toMatchObject({ credits: 8, onHold: 5 })
  expect(await holding((tx) => restore(tx, own, inDays(20)))).toEqual({
    ...{ credits: 8, onHold: 5, revoked: 0 },
  })
  expect(await creditsBalance(db, shopper.id, inDays(20))).toBe(3)
  // A dispute that is lost takes them; a won one would release them.
  const revoked = holding((tx) =>
    revokeLots(tx, { ...payment, key: newId(), credits: 'all' }, inDays(21)),
  )
  expect(await revoked).toEqual({ revoked: 5, spent: 0 })
})
