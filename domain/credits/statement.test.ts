import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { encodeCursor } from '#domain/shared/page.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { expireLots } from './credits.ts'
import { creditsOnHold, lotsLeft } from './lots-left.ts'
import { statementPage } from './statement.ts'

const { db } = await testDatabase()
const made = make(db)
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

test('pages of lines of one instant have every line once, with the balance after it', async () => {
  const shopper = await made.shopper()
  for (const credits of [1, 2, 4, 8, 16])
    await made.credits(shopper, credits, { now: noon, expiresAt: inDays(30) })
  // Somebody else's are not in it.
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
  await expireLots(db, inDays(4))
  const { rows } = await statementPage(db, shopper, null)
  const lines = rows.map(({ kind, amount, balance, item, isExtension }) => ({
    ...{ kind, amount, balance, title: item?.title ?? null, isExtension },
  }))
  expect(lines).toEqual([
    { kind: 'expiry', amount: -6, balance: 14, title: null, isExtension: false },
    { kind: 'rental', amount: -14, balance: 20, title: 'Silk dress', isExtension: false },
    { kind: 'grant', amount: 14, balance: 34, title: null, isExtension: false },
    { kind: 'grant', amount: 20, balance: 20, title: null, isExtension: false },
  ])
})

test('what is left is listed by when it expires, and only until then', async () => {
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
