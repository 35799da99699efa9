import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { creditsBalance, expireLots, lockWallet, mint, spend } from './credits.ts'
import { remindOfExpiry } from './expiry-reminders.ts'
import { freezeLots } from './freeze-lots.ts'
import { creditsOnHold, lotsLeft } from './lots-left.ts'
import { restorePart } from './restore.ts'
import { oweSpent, revokeLots } from './revoke-lots.ts'

// Parts of commands on their own: without the disputes and refunds that call them.
const { db } = await testDatabase({ violatesInvariants: true })
const made = make(db)
const noon = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)

/** Credits that one payment bought, each lot with the days until it expires. */
async function bought(shopper: Shopper, ...lots: readonly (readonly [number, number])[]) {
  const paymentIntent = `pi_${newId()}`
  await holding(shopper, async (tx) => {
    for (const [amount, days] of lots)
      await mint(
        tx,
        {
          ...{ userId: shopper.id, key: newId(), source: 'one_time', amount, paymentIntent },
          ...{ expiresAt: inDays(days), paid: { cents: 5000, credits: 100 } },
        },
        noon,
      )
  })
  return { userId: shopper.id, paymentIntent }
}

async function holding<Result>(shopper: Shopper, work: (tx: Tx) => Promise<Result>) {
  return await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    return await work(tx)
  })
}

const lotsOf = ({ id }: Shopper) =>
  db
    .selectFrom('credit_lots')
    .select(['available', 'spent', 'revoked', 'owed', 'expired'])
    .where('user_id', '=', id)
    .orderBy('expires_at')
    .execute()

test('a part of a payment is revoked from what expires first, once for each key', async () => {
  const shopper = await made.shopper()
  const payment = await bought(shopper, [5, 30], [5, 10])
  const part = { ...payment, key: newId(), credits: 7 }
  const revoke = (of: Parameters<typeof revokeLots>[1]) =>
    holding(shopper, (tx) => revokeLots(tx, of, noon))
  expect(await revoke(part)).toEqual({ revoked: 7, spent: 0 })
  expect(await lotsOf(shopper)).toMatchObject([
    { available: 0, revoked: 5 },
    { available: 3, revoked: 2 },
  ])
  expect(await revoke({ ...part, credits: 1 })).toEqual({ revoked: 0, spent: 0 })
  expect(await revoke({ ...part, key: newId(), credits: 1 })).toEqual({ revoked: 1, spent: 0 })
  // On hold, they are released with it.
  await holding(shopper, (tx) => freezeLots(tx, { ...payment, key: newId() }, noon, noon))
  const key = newId()
  expect(await revoke({ ...part, key, credits: 'all' })).toEqual({ revoked: 2, spent: 0 })
  const line = db.selectFrom('credit_transactions').select(['amount', 'held'])
  expect(await line.where('idempotency_key', '=', key).executeTakeFirst()).toEqual({
    ...{ amount: -2, held: -2 },
  })
  expect(await creditsBalance(db, shopper.id, noon)).toBe(0)
})

test('credits that expire at this instant do not last any more', async () => {
  const shopper = await made.shopper()
  const payment = await bought(shopper, [4, 3], [6, 9])
  const of = { ...payment, key: newId(), credits: 20, stillLast: true } as const
  expect(await holding(shopper, (tx) => revokeLots(tx, of, inDays(3)))).toEqual({
    revoked: 6,
    spent: 0,
  })
  expect(await lotsLeft(db, shopper, noon)).toMatchObject([{ credits: 4 }])
  expect(await expireLots(db, new Date(inDays(3).getTime() - 1))).toBe(0)
  expect(await expireLots(db, inDays(3))).toBe(1)
  expect(await lotsOf(shopper)).toMatchObject([
    { available: 0, expired: 4 },
    { available: 0, expired: 0 },
  ])
})

test('a single credit expires like any other', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 1, { now: noon, expiresAt: inDays(1) })
  await remindOfExpiry(db, { timeZone: 'UTC', origin: 'https://hemline.test' }, noon)
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('recipient_id', '=', shopper.id)
    .execute()
  expect(mails).toMatchObject([{ subject: '1 of your credits expires soon' }])
  expect(mails[0]?.text_body).toContain('1 credit in your balance')
  expect(await expireLots(db, inDays(1))).toBe(1)
  expect(await lotsOf(shopper)).toMatchObject([{ available: 0, expired: 1 }])
})

test('a closed account is not reminded of credits that expire', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 3, { now: noon, expiresAt: inDays(6) })
  await db
    .updateTable('user_profiles')
    .set({ deleted_at: noon })
    .where('id', '=', shopper.id)
    .execute()
  await remindOfExpiry(db, { timeZone: 'UTC', origin: 'https://hemline.test' }, noon)
  const mails = db.selectFrom('mail_outbox').select('id').where('recipient_id', '=', shopper.id)
  expect(await mails.execute()).toEqual([])
})

test('credits on hold are neither spent nor counted, until they expire', async () => {
  const shopper = await made.shopper()
  const payment = await bought(shopper, [4, 3])
  await made.credits(shopper, 2, { now: noon, expiresAt: inDays(30) })
  const freeze = (at: Date | null) =>
    holding(shopper, (tx) => freezeLots(tx, { ...payment, key: newId() }, at, noon))
  expect(await freeze(noon)).toBe(4)
  expect(await freeze(noon)).toBe(0)
  const spending = async (amount: number, at: Date) => {
    const operation = { userId: shopper.id, rentalId: newId(), amount, key: newId() }
    const outcome = await holding(shopper, (tx) => spend(tx, operation, at))
    return outcome.ok ? 'spent' : outcome.problem
  }
  const last = new Date(inDays(3).getTime() - 1)
  expect(await spending(6, last)).toEqual({ reason: 'wallet-frozen' })
  expect(await spending(7, last)).toEqual({ reason: 'not-enough-credits', needed: 7, balance: 2 })
  expect(await spending(6, inDays(3))).toMatchObject({ reason: 'not-enough-credits' })
  expect(await creditsOnHold(db, shopper.id, last)).toEqual([{ credits: 4, since: noon }])
  expect(await creditsOnHold(db, shopper.id, inDays(3))).toEqual([])
  expect(await lotsLeft(db, shopper, noon)).toMatchObject([{ credits: 2 }])
  expect(await freeze(null)).toBe(4)
  expect(await creditsBalance(db, shopper.id, noon)).toBe(6)
})

test('spent credits of a payment are owed once, and revoked when they are restored', async () => {
  const shopper = await made.shopper()
  const payment = await bought(shopper, [10, 30])
  const item = await made.item({ creditsPerDay: 2 })
  const rental = await made.rental({ item, renter: shopper, createdAt: noon, days: 7 })
  // The rental's own credits never expire: it took those that do, and 4 of them.
  const owe = (credits: number) => holding(shopper, (tx) => oweSpent(tx, { ...payment, credits }))
  expect([await owe(3), await owe(9), await owe(1)]).toEqual([3, 7, 0])
  expect(await lotsOf(shopper)).toMatchObject([{ spent: 10, owed: 10 }, { spent: 4 }])
  const part = { userId: shopper.id, rentalId: rental.id, fault: 'shopper' as const }
  await expect(
    holding(shopper, (tx) => restorePart(tx, { ...part, credits: 15 }, noon)),
  ).rejects.toThrow('a rental cost 14 credits, not 15')
  const restored = await holding(shopper, (tx) => restorePart(tx, { ...part, credits: 9 }, noon))
  // The latest movements first: 4 that last, and 5 that are owed.
  expect(restored).toEqual({ credits: 4, onHold: 0, revoked: 5 })
  expect(await lotsOf(shopper)).toMatchObject([{ spent: 5, owed: 5, revoked: 5 }, { spent: 0 }])
  const again = await holding(shopper, (tx) => restorePart(tx, { ...part, credits: 9 }, noon))
  expect(again).toEqual({ credits: 0, onHold: 0, revoked: 0 })
})
