import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { creditsBalance, expireLots, lockWallet, mint, restore, spend } from './credits.ts'
import { addMonths } from './months.ts'

const { db, made } = await testDatabase()
const noon = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)

async function lotsOf(userId: PersonId) {
  return await readRows(
    db,
    'credit_lots',
    ['available', 'spent', 'expired', 'revoked', 'source'],
    { user_id: userId },
    'expires_at',
  )
}

/** A rental with that price, so that spending can refer to it; its item is irrelevant. */
async function rentalOf(renter: Awaited<ReturnType<typeof made.shopper>>, weeks = 1) {
  const item = await made.item({ creditsPerDay: 0 })
  return (await made.rental({ item, renter, days: weeks * 7 })).id
}

test('the lot that expires first is spent first, across lots', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 10, { expiresAt: inDays(30), now: noon })
  await made.credits(shopper, 10, { expiresAt: inDays(10), now: noon })
  const item = await made.item({ creditsPerDay: 2 })
  const rental = await made.rental({ item, renter: shopper, createdAt: noon })
  expect(rental.total_credits).toBe(14)
  const [soon, later] = await lotsOf(shopper.id)
  expect(soon).toMatchObject({ available: 0, spent: 10 })
  expect(later?.spent).toBe(4)
})

test('an expired lot never counts towards the balance, whether or not the job has run', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 10, { expiresAt: inDays(1), now: noon })
  expect(await creditsBalance(db, shopper.id, inDays(0.5))).toBe(10)
  expect(await creditsBalance(db, shopper.id, inDays(1))).toBe(0)
  await expireLots(db, inDays(2))
  await expireLots(db, inDays(2))
  expect(await lotsOf(shopper.id)).toMatchObject([{ available: 0, expired: 10 }])
})

test('an operation with the same key mints once', async () => {
  const shopper = await made.shopper()
  const operation = {
    userId: shopper.id,
    key: `grant:${newId()}`,
    source: 'grant' as const,
    amount: 5,
    expiresAt: inDays(9),
  }
  const results = await Promise.all(
    Array.from({ length: 10 }, () =>
      inTransaction(db, async (tx) => {
        await lockWallet(tx, shopper.id)
        return await mint(tx, operation, noon)
      }),
    ),
  )
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await creditsBalance(db, shopper.id, noon)).toBe(5)
})

test('a wallet with too few credits spends none, and the problem states the balance', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 6, { expiresAt: inDays(30), now: noon })
  const rentalId = await rentalOf(shopper)
  const outcome = await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    return await spend(tx, { userId: shopper.id, rentalId, amount: 7, key: newId() }, noon)
  })
  expect(outcome).toEqual({
    ok: false,
    problem: { reason: 'not-enough-credits', needed: 7, balance: 6 },
  })
  expect(await creditsBalance(db, shopper.id, noon)).toBe(6)
})

async function cancelledAfterExpiry() {
  const shopper = await made.shopper()
  await made.credits(shopper, 5, { expiresAt: inDays(10), now: noon })
  await made.credits(shopper, 9, { expiresAt: inDays(60), now: noon })
  await made.deposit(shopper)
  const item = await made.item({ creditsPerDay: 2 })
  const request = {
    itemId: item.id,
    start: '2026-12-01',
    end: '2026-12-07',
    requestKey: newId(),
    origin: '',
  }
  const rented = await requestRental(
    db,
    shopper,
    request,
    inDays(4),
    calendarDateIn('UTC', noon),
    'UTC',
  )
  if (!rented.ok) throw new Error(rented.problem.reason)
  const { rentalId } = rented.value
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    await restore(tx, { userId: shopper.id, rentalId }, inDays(20))
    await restore(tx, { userId: shopper.id, rentalId }, inDays(20))
    await updateRows(tx, 'rentals', rentalId, {
      status: 'cancelled',
      cancelled_at: inDays(20),
      cancellation: 'by_shopper',
    })
    await updateRows(tx, 'clothing_items', item.id, { available: true })
  })
  return shopper
}

test('credits come back with the time that they had left, even if their lot has expired since', async () => {
  const shopper = await cancelledAfterExpiry()
  expect(await lotsOf(shopper.id)).toMatchObject([
    { available: 5, expired: 0, spent: 0 },
    { available: 9, expired: 0, spent: 0 },
  ])
  expect(await creditsBalance(db, shopper.id, inDays(20))).toBe(14)
  // Spent on day 4 of 10: six days were left, which end with the day.
  expect(await creditsBalance(db, shopper.id, inDays(25.9))).toBe(14)
  expect(await creditsBalance(db, shopper.id, inDays(27))).toBe(9)
})

test('the database refuses to change a lot without a movement', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 5, { expiresAt: inDays(30), now: noon })
  const cheat = updateRows(
    db,
    'credit_lots',
    { user_id: shopper.id },
    { available: 500, minted: 500 },
  )
  await expect(cheat).rejects.toThrow('changes by credit_movements only')
  const rewrite = db.deleteFrom('credit_movements').execute()
  await expect(rewrite).rejects.toThrow('append-only')
})

test('months are counted on the calendar', () => {
  const day = (text: string) => new Date(`${text}T10:00:00Z`)
  expect(addMonths(day('2026-01-31'), 1)).toEqual(day('2026-02-28'))
  expect(addMonths(day('2028-01-31'), 1)).toEqual(day('2028-02-29'))
  expect(addMonths(day('2026-11-30'), 3)).toEqual(day('2027-02-28'))
  expect(addMonths(day('2026-11-20'), 3)).toEqual(day('2027-02-20'))
})
