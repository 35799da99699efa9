import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type PlatformNumberKey, platformNumberKeys } from '#db/enums.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { giftExpiryRefusal, giftExpiryWarning } from './gift-expiry.ts'
import { platformNumbers } from './platform-numbers.ts'
import {
  numbersVersion,
  readPlatformNumbers,
  savePlatformNumbers,
} from './save-platform-numbers.ts'
import { readPlatformSettings } from './settings.ts'

const now = new Date('2026-11-20T15:00:00Z')
// For tests that do not change the numbers.
const shared = await testDatabase()
const usual = { high_value_cents: 50_000, high_value_rentals: 3, gift_months: 3 }

test('a new shop has the defaults, even if the rows are missing', async () => {
  const { db } = await testDatabase()
  expect(await readPlatformNumbers(db)).toEqual(usual)
  expect(await readPlatformSettings(db)).toMatchObject({ giftMonths: 3 })
  await db.deleteFrom('platform_numbers').execute()
  expect(await readPlatformNumbers(db)).toEqual(usual)
  expect(await readPlatformSettings(db)).toMatchObject({ giftMonths: 3 })
})

test('an admin saves all numbers, and the audit log has the values before and after', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const numbers = { high_value_cents: 100_000, high_value_rentals: 5, gift_months: 60 }
  expect(await savePlatformNumbers(db, admin, numbers, now)).toMatchObject({ ok: true })
  expect(await readPlatformNumbers(db)).toEqual(numbers)
  expect(await readPlatformSettings(db)).toMatchObject({ giftMonths: 60 })
  expect(await db.selectFrom('audit_log').selectAll().execute()).toMatchObject([
    { actor_id: admin.id, action: 'edit', noun: 'platform numbers', before: usual, after: numbers },
  ])
})

test('when two admins save at once, the second is refused', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const seen = numbersVersion(await readPlatformNumbers(db))
  const saves = await Promise.all(
    [6, 7, 8].map((gift_months) =>
      savePlatformNumbers(db, admin, { ...usual, gift_months }, now, seen),
    ),
  )
  expect(saves.filter(({ ok }) => ok)).toHaveLength(1)
  for (const save of saves) if (!save.ok) expect(save.problem).toEqual({ reason: 'edit-conflict' })
})

test('without a number of months gift credits never expire; the other numbers are needed', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const numbers = { ...usual, gift_months: null }
  expect(await savePlatformNumbers(db, admin, numbers, now, null, 60)).toMatchObject({ ok: true })
  expect(await readPlatformNumbers(db)).toEqual(numbers)
  expect(await readPlatformSettings(db)).toMatchObject({ giftMonths: null })
  expect(giftExpiryWarning(null)).toBeNull()
  expect(giftExpiryRefusal(null, 60)).toBeNull()
  const empty = db.updateTable('platform_numbers').set({ setting_value: null })
  await expect(empty.where('setting_key', '=', 'high_value_cents').execute()).rejects.toThrow(
    'only_gifts_last_without_a_number',
  )
})

test('repeating a save whose answer was lost succeeds', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const seen = numbersVersion(await readPlatformNumbers(db))
  const numbers = { ...usual, gift_months: 6 }
  for (const attempt of ['first', 'second'])
    expect(await savePlatformNumbers(db, admin, numbers, now, seen), attempt).toMatchObject({
      ok: true,
    })
})

const outside = platformNumberKeys.flatMap((key) => {
  const { min, max } = platformNumbers[key]
  return [min - 1, max + 1].map((value): [PlatformNumberKey, number] => [key, value])
})

test.each(outside)('%s cannot be %i: command and database refuse it', async (key, value) => {
  const { db } = shared
  const admin = await make(db).admin()
  const save = (number: number) => savePlatformNumbers(db, admin, { ...usual, [key]: number }, now)
  expect(await save(value)).toEqual({ ok: false, problem: { reason: 'out-of-bounds' } })
  expect(await save(2.5)).toEqual({ ok: false, problem: { reason: 'out-of-bounds' } })
  const change = db.updateTable('platform_numbers').set({ setting_value: value })
  await expect(change.where('setting_key', '=', key).execute()).rejects.toThrow('check constraint')
  expect(await readPlatformNumbers(db)).toEqual(usual)
  const { min, max } = platformNumbers[key]
  expect(await save(min)).toMatchObject({ ok: true })
  expect(await save(max)).toMatchObject({ ok: true })
  expect(await savePlatformNumbers(db, admin, usual, now)).toMatchObject({ ok: true })
})

test('no number with an unknown key can be stored', async () => {
  const { db } = shared
  const other = sql`insert into platform_numbers values ('late_fee_cents', 100)`
  await expect(other.execute(db)).rejects.toThrow('platform_number_is_known')
})

test('where the law asks for five years, an admin cannot set less', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  const save = (gift_months: number) =>
    savePlatformNumbers(db, admin, { ...usual, gift_months }, now, null, 60)
  expect(await save(59)).toEqual({ ok: false, problem: { reason: 'gifts-expire-early' } })
  expect(await readPlatformNumbers(db)).toEqual(usual)
  expect(await save(60)).toMatchObject({ ok: true })
})

test('gifts that last less than five years get a warning', () => {
  expect(giftExpiryWarning(3)).toBe(
    'Gift credits expire after 3 months; US law (12 CFR 1005.20) asks for five years for gifts that are sold.',
  )
  expect(giftExpiryWarning(1)).toContain('after 1 month;')
  expect(giftExpiryWarning(59)).toContain('after 59 months;')
  expect(giftExpiryWarning(60)).toBeNull()
})
