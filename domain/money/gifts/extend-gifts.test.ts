import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { creditsBalance, extendLots } from '#domain/money/credits/credits.ts'
import { boughtGifts } from '#test/make/bought-gifts.ts'
import { extendGifts } from './extend-gifts.ts'
import { claimGiftCode } from './gifts.ts'

const { db, made, gift, after } = await boughtGifts()
const timeZone = 'America/New_York'
const lapses = new Date('2027-02-20T12:00:00Z')
const endOfDay = new Date('2027-02-21T05:00:00Z')
const violations = async () => (await sql`select * from invariant_violations`.execute(db)).rows

async function extend(now: Date): Promise<number[]> {
  return [
    await extendLots(db, { now, timeZone }),
    await extendGifts(db, { now, timeZone }),
    // A second run finds nothing.
    await extendLots(db, { now, timeZone }),
    await extendGifts(db, { now, timeZone }),
  ]
}

test('credits of earlier versions last until the end of their last day, and gifts with their code', async () => {
  const [buyer, friend, other] = [await made.shopper(), await made.shopper(), await made.shopper()]
  const claimed = await gift(buyer)
  const open = await gift(other)
  await claimGiftCode(db, friend, claimed.code, after(1))
  await made.credits(other, 7, { now: after(0), expiresAt: new Date('2027-02-22T12:00:00Z') })
  const end = new Date('2027-02-23T05:00:00Z')
  await made.credits(other, 9, { now: after(0), expiresAt: end })
  const balances = (now: Date) =>
    Promise.all([buyer, friend, other].map(({ id }) => creditsBalance(db, id, now)))
  // More than a week before, nothing is extended.
  expect(await extend(new Date('2027-02-12T12:00:00Z'))).toEqual([0, 0, 0, 0])
  expect(await balances(lapses)).toEqual([0, 0, 16])
  expect(await extend(new Date('2027-02-20T11:00:00Z'))).toEqual([1, 2, 0, 0])
  expect(await balances(lapses)).toEqual([50, 50, 66])
  expect(await balances(new Date(endOfDay.getTime() - 1))).toEqual([50, 50, 66])
  expect(await balances(endOfDay)).toEqual([0, 0, 16])
  expect(await balances(new Date(end.getTime() - 1))).toEqual([0, 0, 16])
  expect(await balances(end)).toEqual([0, 0, 0])
  const last = await made.shopper()
  const lastMinute = new Date(endOfDay.getTime() - 60_000)
  expect(await claimGiftCode(db, last, open.code, lastMinute)).toMatchObject({ ok: true })
  expect(await violations()).toEqual([])
})

test('what has expired, or expires with a day, stays as it is', async () => {
  const expired = await gift(await made.shopper())
  const whole = await gift(await made.shopper(), 'late@hemline.test', endOfDay)
  expect(await extend(lapses)).toEqual([0, 0, 0, 0])
  const codes = await db
    .selectFrom('gift_codes')
    .select('expires_at')
    .where('id', 'in', [expired.id, whole.id])
    .orderBy('expires_at')
    .execute()
  expect(codes).toEqual([{ expires_at: lapses }, { expires_at: endOfDay }])
})
