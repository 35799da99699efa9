import { expect, test } from 'vitest'
import { homePageToEdit, saveHomePage } from '#domain/site/home/home.ts'
import { saveSiteStyle } from '#domain/site/style/style.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { savePlatformNumbers } from './save-platform-numbers.ts'
import { switchUserToUser } from './switch-user-to-user.ts'

const now = new Date('2026-11-20T15:00:00Z')
const { db } = await testDatabase()
const admin = await make(db).admin()

async function version(): Promise<string> {
  const row = await db.selectFrom('site_version').select('version').executeTakeFirstOrThrow()
  return row.version
}

async function saveSections(ids: readonly string[]) {
  const draft = await homePageToEdit(db)
  const sections = ids.map((id) => ({
    id,
    type: 'text' as const,
    title: 'Spring',
    subtitle: '',
    isVisible: true,
    content: { text: 'Linen.' },
  }))
  return saveHomePage(db, admin, { ...draft, sections }, now)
}

const numbers = { high_value_cents: 70_000, high_value_rentals: 4, gift_months: 6 }

test.each<[string, () => Promise<unknown>]>([
  ['the style', () => saveSiteStyle(db, admin, { hero_title: 'Dressed' }, now)],
  ['a number', () => savePlatformNumbers(db, admin, numbers, now)],
  ['who may list items', () => switchUserToUser(db, admin, false, now)],
  ['the home page', () => saveSections(['new-1'])],
  ['the home page by removing a section', () => saveSections([])],
  ['a setting by removing its row', () => db.deleteFrom('platform_settings').execute()],
])('changing %s changes the version of the site', async (_, change) => {
  const before = await version()
  await change()
  expect(await version()).not.toBe(before)
})

test('a change that is refused or rolled back leaves the version of the site', async () => {
  const before = await version()
  await saveSiteStyle(db, admin, { primary_500: 'no colour' }, now)
  const failing = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('site_customization').execute()
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await version()).toBe(before)
})
