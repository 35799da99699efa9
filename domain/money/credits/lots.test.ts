import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { creditsBalance, expireLots, lockWallet, mint, spend, whyNotSpend } from './credits.ts'
import { remindOfExpiry } from './expiry-reminders.ts'
import { freezeLots } from './freeze-lots.ts'
import { creditsOnHold, lotsLeft } from './lots-left.ts'
import { restorePart } from './restore.ts'
import { recordOwedCredits, revokeLots } from './revoke-lots.ts'

// Tests parts of commands alone, without the disputes and refunds that call them.
const { db, made } = await testDatabase({ violatesInvariants: true })
const noon = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)

type Lot = readonly [amount: number, daysLeft: number]

/** Credits that one payment bought, each lot with the days until it expires. */
async function bought(shopper: Shopper, ...lots: readonly Lot[]) {
  const payment = { userId: shopper.id, paymentIntent: `pi_${newId()}` }
  await add(shopper, payment.paymentIntent, ...lots)
  return payment
}

/** More lots of a payment, such as the next month of a plan. */
async function add(shopper: Shopper, paymentIntent: string, ...lots: readonly Lot[]) {
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
}

async function holding<Result>(shopper: Shopper, work: (tx: Tx) => Promise<Result>) {
  return await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    return await work(tx)
  })
}

const lotsOf = ({ id }: Shopper) =>
  readRows(
    db,
    'credit_lots',
    ['available', 'spent', 'revoked', 'owed', 'expired'],
    { user_id: id },
    'expires_at',
  )

const linesOf = ({ id }: Shopper) =>
  readRows(db, 'credit_transactions', ['kind', 'amount', 'held'], { user_id: id }, 'id')

test('revoking part of a payment takes the credits that expire first, once per key', async () => {
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
  // Credits on hold are off hold once they are revoked.
  await holding(shopper, (tx) => freezeLots(tx, { ...payment, key: newId() }, noon, noon))
  const key = newId()
  expect(await revoke({ ...part, key, credits: 'all' })).toEqual({ revoked: 2, spent: 0 })
  const line = db.selectFrom('credit_transactions').select(['amount', 'held'])
  expect(await line.where('idempotency_key', '=', key).executeTakeFirst()).toEqual({
    ...{ amount: -2, held: -2 },
  })
  expect(await creditsBalance(db, shopper.id, noon)).toBe(0)
})

test('credits are expired from the instant at which they expire', async () => {
  const shopper = await made.shopper()
  const payment = await bought(shopper, [4, 3], [6, 9])
  const of = { ...payment, key: newId(), credits: 20, unexpiredOnly: true } as const
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

test('lots expire in batches of wallets, with all expired lots of each wallet', async () => {
  await expireLots(db, inDays(1))
  const shoppers = [await made.shopper(), await made.shopper(), await made.shopper()]
  for (const shopper of shoppers) await bought(shopper, [1, 1], [2, 1], [3, 1])
  expect(await expireLots(db, inDays(1), 2)).toBe(6)
  expect(await expireLots(db, inDays(1), 2)).toBe(3)
})

test('a single credit expires like any other', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 1, { now: noon, expiresAt: inDays(1) })
  await remindOfExpiry(db, { timeZone: 'UTC', origin: 'https://hemline.test' }, noon)
  const mails = await readRows(db, 'mail_outbox', ['subject', 'text_body'], {
    recipient_id: shopper.id,
  })
  expect(mails).toMatchObject([{ subject: '1 of your credits expires soon' }])
  expect(mails[0]?.text_body).toContain('1 credit in your balance')
  expect(await expireLots(db, inDays(1))).toBe(1)
  expect(await lotsOf(shopper)).toMatchObject([{ available: 0, expired: 1 }])
})

test('a closed account is not reminded of credits that expire', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 3, { now: noon, expiresAt: inDays(6) })
  await updateRows(db, 'user_profiles', shopper.id, { deleted_at: noon })
  await remindOfExpiry(db, { timeZone: 'UTC', origin: 'https://hemline.test' }, noon)
  const mails = db.selectFrom('mail_outbox').select('id').where('recipient_id', '=', shopper.id)
  expect(await mails.execute()).toEqual([])
})

test('credits on hold cannot be spent and do not count, and they still expire', async () => {
  const shopper = await made.shopper()
  const payment = await bought(shopper, [4, 3])
  await made.credits(shopper, 2, { now: noon, expiresAt: inDays(30) })
  const freeze = (at: Date | null) =>
    holding(shopper, (tx) => freezeLots(tx, { ...payment, key: newId() }, at, noon))
  expect(await freeze(noon)).toBe(4)
  expect(await freeze(noon)).toBe(0)
  const spending = async (amount: number, at: Date) => {
    const operation = { userId: shopper.id, rentalId: newId(), amount, key: newId() }
    const ahead = await holding(shopper, (tx) => whyNotSpend(tx, shopper.id, amount, at))
    const outcome = await holding(shopper, (tx) => spend(tx, operation, at))
    expect(ahead).toEqual(outcome.ok ? null : outcome.problem)
    return outcome.ok ? 'spent' : outcome.problem
  }
  const last = new Date(inDays(3).getTime() - 1)
  expect(await spending(6, last)).toEqual({ reason: 'wallet-frozen' })
  expect(await spending(7, last)).toEqual({ reason: 'not-enough-credits', needed: 7, balance: 2 })
  expect(await spending(6, inDays(3))).toMatchObject({ reason: 'not-enough-credits' })
  expect(await creditsOnHold(db, shopper.id, last)).toEqual([{ credits: 4, since: noon }])
  expect(await creditsOnHold(db, shopper.id, inDays(3))).toEqual([])
  expect(await lotsLeft(db, shopper, noon)).toMatchObject([{ credits: 2 }])
  expect(await creditsBalance(db, shopper.id, noon)).toBe(2)
  expect(await freeze(null)).toBe(4)
  expect(await creditsBalance(db, shopper.id, noon)).toBe(6)
  expect(await freeze(noon)).toBe(4)
  await expireLots(db, inDays(3))
  expect(await linesOf(shopper)).toEqual([
    { kind: 'purchase', amount: 4, held: 0 },
    { kind: 'grant', amount: 2, held: 0 },
    { kind: 'hold', amount: 0, held: 4 },
    { kind: 'release', amount: 0, held: -4 },
    { kind: 'hold', amount: 0, held: 4 },
    { kind: 'expiry', amount: -4, held: -4 },
  ])
})

test('credits on hold are listed by payment, with the time since which the first ones are on hold', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const freeze = (payment: Awaited<ReturnType<typeof bought>>, days: number) =>
    holding(shopper, (tx) =>
      freezeLots(tx, { ...payment, key: newId() }, inDays(days), inDays(days)),
    )
  const later = await bought(shopper, [1, 9], [2, 8])
  const first = await bought(shopper, [1, 9])
  const empty = await bought(shopper, [3, 9])
  await holding(shopper, (tx) => revokeLots(tx, { ...empty, key: newId(), credits: 3 }, noon))
  expect(await freeze(first, 1)).toBe(1)
  expect(await freeze(later, 2)).toBe(3)
  expect(await freeze(empty, 3)).toBe(0)
  // Two more months of the plan: one put on hold later, and one not on hold yet.
  await add(shopper, later.paymentIntent, [4, 9])
  expect(await freeze(later, 4)).toBe(4)
  await add(shopper, later.paymentIntent, [8, 9])
  await freeze(await bought(other, [16, 9]), 0)
  expect(await creditsOnHold(db, shopper.id, noon)).toEqual([
    { credits: 1, since: inDays(1) },
    { credits: 7, since: inDays(2) },
  ])
})

test('the lists of a wallet end after 50 lots and 20 payments on hold', async () => {
  const shopper = await made.shopper()
  const transaction = newId()
  await sql`
    insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
    values (${transaction}, ${shopper.id}, 'grant', 51, ${transaction}, ${noon})`.execute(db)
  // The last to expire come first in the table, and their sources alternate.
  await sql`
    insert into credit_lots (id, user_id, source, source_key, granted_at, expires_at, payment_intent)
    select gen_random_uuid(), ${shopper.id},
      case n % 2 when 0 then 'gift' else 'goodwill' end, ${transaction}::text || n, ${noon},
      ${noon}::timestamptz + n * interval '24 hours', ${transaction}::text || n
    from generate_series(51, 1, -1) n`.execute(db)
  await sql`
    insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
    select ${transaction}, id, 'mint', 'available', 1 from credit_lots where user_id = ${shopper.id}`.execute(
    db,
  )
  const days = Array.from({ length: 50 }, (_, index) => index + 1)
  expect(await lotsLeft(db, shopper, noon)).toEqual(
    days.map((day) => ({
      source: day % 2 === 0 ? 'gift' : 'goodwill',
      ...{ credits: 1, expiresAt: inDays(day) },
    })),
  )
  await sql`update credit_lots set frozen_at = expires_at where user_id = ${shopper.id}`.execute(db)
  expect(await creditsOnHold(db, shopper.id, noon)).toEqual(
    days.slice(0, 20).map((day) => ({ credits: 1, since: inDays(day) })),
  )
})

test('a batch of expired lots never splits a wallet', async () => {
  const [one, ...others] = [await made.shopper(), await made.shopper(), await made.shopper()]
  // They expire long before the lots of the other tests.
  const lot = (shopper: Shopper) =>
    made.credits(shopper, 1, { now: inDays(-200), expiresAt: inDays(-100) })
  for (const shopper of [one, one, one, ...others]) await lot(shopper)
  const first = await expireLots(db, inDays(-99), 2)
  expect([2, 4]).toContain(first)
  expect(await expireLots(db, inDays(-99), 2)).toBe(5 - first)
  expect(await expireLots(db, inDays(-99), 2)).toBe(0)
})

test('freezing a wallet does not freeze another one', async () => {
  const [frozen, other] = [await made.shopper(), await made.shopper()]
  await updateRows(db, 'wallets', { user_id: frozen.id }, { freeze_reason: 'dispute_lost' })
  const isFrozen = async ({ id }: Shopper) =>
    await inTransaction(db, async (tx) => (await lockWallet(tx, id)).frozen)
  expect([await isFrozen(frozen), await isFrozen(other)]).toEqual([true, false])
})

test('spent credits of a payment are owed once, and revoked when they are restored', async () => {
  const shopper = await made.shopper()
  const payment = await bought(shopper, [10, 30])
  const item = await made.item({ creditsPerDay: 2 })
  const rental = await made.rental({ item, renter: shopper, createdAt: noon, days: 7 })
  // The rental spent the 10 credits that expire, and 4 of its own, which never expire.
  const owe = (credits: number) =>
    holding(shopper, (tx) => recordOwedCredits(tx, { ...payment, credits }))
  expect([await owe(3), await owe(9), await owe(1)]).toEqual([3, 7, 0])
  expect(await lotsOf(shopper)).toMatchObject([{ spent: 10, owed: 10 }, { spent: 4 }])
  const part = { userId: shopper.id, rentalId: rental.id, because: 'return-request' as const }
  await expect(
    holding(shopper, (tx) => restorePart(tx, { ...part, credits: 15 }, noon)),
  ).rejects.toThrow('a rental cost 14 credits, not 15')
  const restored = await holding(shopper, (tx) => restorePart(tx, { ...part, credits: 9 }, noon))
  // The latest movements come first: 4 credits that never expire, and 5 that are owed.
  expect(restored).toEqual({ credits: 4, onHold: 0, revoked: 5 })
  expect(await lotsOf(shopper)).toMatchObject([{ spent: 5, owed: 5, revoked: 5 }, { spent: 0 }])
  const again = await holding(shopper, (tx) => restorePart(tx, { ...part, credits: 9 }, noon))
  expect(again).toEqual({ credits: 0, onHold: 0, revoked: 0 })
})
