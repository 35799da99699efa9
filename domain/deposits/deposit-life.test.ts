import { expect, test } from 'vitest'
import { releaseClaims } from '#domain/rentals/corrections.ts'
import { approveCondition, keepDeposit } from '#domain/rentals/rental-review.ts'
import { recordReturn } from '#domain/rentals/rental-steps.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { depositLife } from './deposit-life.ts'
import { requestRefund } from './deposits.ts'
import { withheldForCloset } from './withheld-money.ts'

const { db } = await testDatabase()
const made = make(db)
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'

async function returned(renter: Awaited<ReturnType<typeof made.shopper>>) {
  const closet = await made.closet()
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

test('a shopper sees only their own deposit', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  await made.deposit(shopper)
  await requestRefund(db, shopper, now)
  expect(await depositLife(db, other)).toMatchObject({ held: null, withheld: [], refunds: [] })
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
  const yearsLater = new Date('2028-01-15T00:00:00Z')
  expect(await withheldForCloset(db, one.closet, one.closet.id, over, yearsLater)).toEqual([])
})
