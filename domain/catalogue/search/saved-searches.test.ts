import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { mailNewItems } from './mail-new-items.ts'
import { MAX_SAVED_SEARCHES } from './saved-limits.ts'
import { removeSavedSearch, savedSearchesOf, saveSearch } from './saved-searches.ts'

const { db, made } = await testDatabase()
const timeZone = 'America/New_York'
const day = (n: number, time = '13:10') =>
  new Date(Date.parse(`2026-11-01T${time}:00Z`) + (n - 1) * 86_400_000)

/** Checks in the morning of this day, at ten past eight. */
function check(n: number, time?: string): Promise<number> {
  const now = day(n, time)
  const today = calendarDateIn(timeZone, now)
  return mailNewItems(db, { now, today, timeZone, origin: 'https://shop.example' })
}

const mails = ({ id }: Shopper) =>
  db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('recipient_id', '=', id)
    .where('template', '=', 'new-items')
    .orderBy('created_at')
    .execute()

const save = (shopper: Shopper, query: string, now = day(10)) =>
  saveSearch(db, shopper, { query, name: `Search ${query}` }, now)

const redM = { size: 'M', colour: 'Red' } as const

function listed(title: string, at: Date, fields: object = redM) {
  return made.item({ title, created_at: at, updated_at: at, ...fields })
}

test('each morning an email names the items that became new since the last one', async () => {
  const shopper = await made.shopper()
  await listed('Old dress', day(9))
  await save(shopper, 'size=M&color=Red')
  await listed('Cherry dress', day(10, '20:00'))
  await listed('Blue dress', day(10, '20:00'), { size: 'M', colour: 'Blue' })
  expect(await check(11, '12:59')).toBe(0)
  await check(11)
  await check(11, '15:00')
  const [mail, ...others] = await mails(shopper)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('New: Cherry dress')
  expect(mail?.text_body).toContain('Cherry dress, size M')
  expect(mail?.text_body).not.toMatch(/Old|Blue/)
  expect(mail?.text_body).toContain('https://shop.example/search?size=M&color=Red')
  await check(12)
  expect(await mails(shopper)).toHaveLength(1)
})

test('an item is new once it is approved, and not again after another review', async () => {
  const shopper = await made.shopper()
  await save(shopper, 'size=XL')
  const item = await listed('Late gown', day(1), { size: 'XL', approval_status: 'pending' })
  await check(11)
  expect(await mails(shopper)).toEqual([])
  const decide = (approval_status: 'approved' | 'pending', updated_at: Date) =>
    updateRows(db, 'clothing_items', item.id, { approval_status, updated_at })
  await decide('approved', day(11, '20:00'))
  await check(12)
  expect(await mails(shopper)).toMatchObject([{ subject: 'New: Late gown' }])
  await decide('pending', day(12, '20:00'))
  await decide('approved', day(12, '21:00'))
  await check(13)
  expect(await mails(shopper)).toHaveLength(1)
})

test('what would be another search now finds nothing, and one for past days ends', async () => {
  const shopper = await made.shopper()
  for (const query of ['fit=me', 'reach=me', 'start=2026-11-10&end=2026-11-12'])
    await save(shopper, query)
  await save(shopper, 'city=Nowhere%2C+ZZ')
  await listed('Any dress', day(10, '20:00'))
  await check(11)
  expect(await mails(shopper)).toEqual([])
  const left = (await savedSearchesOf(db, shopper)).map(({ query }) => query)
  expect(left.toSorted()).toEqual(['city=Nowhere%2C+ZZ', 'fit=me', 'reach=me'])
})

test('a search is saved once, and a shopper saves ten', async () => {
  const shopper = await made.shopper()
  await Promise.all([1, 2, 3].map(() => save(shopper, 'q=gown')))
  expect(await savedSearchesOf(db, shopper)).toHaveLength(1)
  const others = Array.from({ length: MAX_SAVED_SEARCHES }, (_, n) => `q=gown+${n}`)
  const outcomes = await Promise.all(others.map((query) => save(shopper, query)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MAX_SAVED_SEARCHES - 1)
  await removeSavedSearch(db, shopper, 'q=gown')
  expect(await savedSearchesOf(db, shopper)).toHaveLength(MAX_SAVED_SEARCHES - 1)
  expect((await save(shopper, 'q=coat')).ok).toBe(true)
})
