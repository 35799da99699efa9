import { expect, test } from 'vitest'
import { violatedConstraint } from '#db/connection.ts'
import type { LegalPage } from '#db/enums.ts'
import { beginSession, findSession } from '#domain/accounts/sign-in/sessions.ts'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import {
  agree,
  consentsDue,
  countConcerned,
  currentVersions,
  findLegalPage,
  latestLegalPage,
  legalVersions,
  type NextVersion,
  publishLegalPage,
  upcomingVersions,
} from './legal.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const admin = await made.admin({ full_name: 'Ada Admin' })

const today = calendarDateIn('UTC', now)
const at = { now, timeZone: 'UTC' }

async function publish(
  page: LegalPage,
  basedOn: number,
  body = `Text after ${basedOn}`,
  more: Partial<NextVersion> = {},
) {
  const next = { page, body, summary: 'A rule.', appliesOn: today, isDraft: false, basedOn }
  const outcome = await publishLegalPage(db, admin, { ...next, ...more }, at)
  return outcome.ok ? outcome.value.version : outcome.problem.reason
}

const dueOf = async (person: Person) =>
  (await consentsDue(db, person, now)).map(({ page, version }) => `${page} ${version}`)

async function isConsentDue(person: Person) {
  const token = await beginSession(db, { userId: person.id, browser: null }, now)
  return (await findSession(db, token, now))?.consentIsDue
}

test('versions are numbered, stay readable, and never change', async () => {
  expect(await currentVersions(db, now)).toMatchObject([
    { page: 'lending-terms', version: 2, publishedBy: null },
    { page: 'privacy', version: 3 },
    { page: 'terms', version: 2 },
  ])
  const first = await findLegalPage(db, 'privacy', null, now)
  expect(await publish('privacy', 3, ' ')).toBe('text-missing')
  expect(await publish('privacy', 3, 'x'.repeat(50_001))).toBe('text-too-long')
  const same = publish('privacy', 3, first?.body ?? '', { isDraft: true })
  expect(await same).toBe('nothing-changed')
  expect(await publish('privacy', 3)).toBe(4)
  expect(await publish('privacy', 3, 'Another text')).toBe('edit-conflict')
  expect(await findLegalPage(db, 'privacy', 3, now)).toEqual({ ...first, isInForce: false })
  expect(await findLegalPage(db, 'privacy', 5, now)).toBeNull()
  expect((await legalVersions(db, 'privacy')).map(({ version }) => version)).toEqual([4, 3])
  const change = db.updateTable('legal_pages').set({ body: 'Changed' }).execute()
  expect(violatedConstraint(await change.catch((error: unknown) => error))).toBe(
    'published_legal_text_does_not_change',
  )
})

test('when two admins publish at once, the second gets an edit conflict', async () => {
  const answers = await Promise.all([
    publish('terms', 2, 'The one text'),
    publish('terms', 2, 'The other text'),
  ])
  expect(answers.toSorted()).toEqual([3, 'edit-conflict'])
})

test('a new version asks for consent once, and only the people it concerns', async () => {
  const [shopper, closet] = [await made.shopper(), await made.closet()]
  const { version = 0 } = (await findLegalPage(db, 'lending-terms', null, now)) ?? {}
  await publish('lending-terms', version)
  const wanted = { page: 'lending-terms', version: version + 1 } as const
  expect(await dueOf(closet)).toContain(`lending-terms ${version + 1}`)
  expect(await dueOf(shopper)).not.toContain(`lending-terms ${version + 1}`)
  expect([await dueOf(admin), await isConsentDue(admin)]).toEqual([[], false])
  expect(await isConsentDue(closet)).toBe(true)
  await agree(db, closet, [wanted, { page: 'terms', version: 99 }], now)
  await agree(db, closet, [wanted], now)
  expect(await dueOf(closet)).not.toContain(`lending-terms ${version + 1}`)
  await agree(db, closet, await consentsDue(db, closet, now), now)
  expect(await isConsentDue(closet)).toBe(false)
})

test('a due consent comes with the version that the person agreed to last', async () => {
  const [member, other] = [await made.shopper(), await made.shopper()]
  const { version: known = 0, body = '' } = (await latestLegalPage(db, 'terms')) ?? {}
  await agree(db, member, [{ page: 'terms', version: known }], now)
  expect(await publish('terms', known, 'A text between')).toBe(known + 1)
  expect(await publish('terms', known + 1, 'The newest text')).toBe(known + 2)
  const dueTo = async (person: Person) =>
    (await consentsDue(db, person, now)).find(({ page }) => page === 'terms')
  expect(await dueTo(member)).toMatchObject({
    ...{ version: known + 2, body: 'The newest text' },
    known: { version: known, body },
  })
  expect((await dueTo(other))?.known?.version).toBe(known + 1)
})

test('a version applies, and asks for consent, from its day; until then the earlier one is in force', async () => {
  const shopper = await made.shopper()
  await agree(db, shopper, await consentsDue(db, shopper, now), now)
  const { version = 0 } = (await latestLegalPage(db, 'privacy')) ?? {}
  const appliesOn = addDays(today, 10)
  expect(await publish('privacy', version, 'Later', { appliesOn })).toBe(version + 1)
  const begins = new Date(`${appliesOn}T00:00:00Z`)
  const before = new Date(begins.getTime() - 1)
  const inForce = async (when: Date) => (await findLegalPage(db, 'privacy', null, when))?.version
  expect([await inForce(now), await inForce(before)]).toEqual([version, version])
  expect(await inForce(begins)).toBe(version + 1)
  expect(await upcomingVersions(db, now)).toMatchObject([{ page: 'privacy', appliesFrom: begins }])
  expect(await upcomingVersions(db, begins)).toEqual([])
  expect(await consentsDue(db, shopper, before)).toEqual([])
  expect(await consentsDue(db, shopper, begins)).toMatchObject([
    { page: 'privacy', version: version + 1, summary: 'A rule.' },
  ])
  expect(await isConsentDue(shopper)).toBe(false)
  // Somebody who agrees before its day is not asked again.
  await agree(db, shopper, [{ page: 'privacy', version: version + 1 }], now)
  expect(await consentsDue(db, shopper, begins)).toEqual([])
  // A correction that applies at once replaces it.
  expect(await publish('privacy', version + 1, 'At once')).toBe(version + 2)
  expect([await inForce(now), await inForce(begins)]).toEqual([version + 2, version + 2])
  expect(await upcomingVersions(db, now)).toEqual([])
})

test('a version needs a summary and a day from today to a year ahead', async () => {
  const { version = 0, body = '' } = (await latestLegalPage(db, 'terms')) ?? {}
  const reason = (more: Partial<NextVersion>) => publish('terms', version, 'Next', more)
  expect(await reason({ summary: '' })).toBe('summary-missing')
  expect(await reason({ summary: 'x'.repeat(501) })).toBe('summary-too-long')
  expect(await reason({ appliesOn: addDays(today, -1) })).toBe('day-past')
  expect(await reason({ appliesOn: addDays(today, 366) })).toBe('day-too-far')
  expect(await reason({ body })).toBe('nothing-changed')
})

test('a text stays a draft until a version is published as checked', async () => {
  const { version = 0, body = '' } = (await latestLegalPage(db, 'lending-terms')) ?? {}
  const isDraft = async () => (await findLegalPage(db, 'lending-terms', null, now))?.isDraft
  const next = `${body} More.`
  expect(await publish('lending-terms', version, next, { isDraft: true })).toBe(version + 1)
  expect(await isDraft()).toBe(true)
  expect(await publish('lending-terms', version + 1, next, { isDraft: true })).toBe(
    'nothing-changed',
  )
  expect(await publish('lending-terms', version + 1, next)).toBe(version + 2)
  expect(await isDraft()).toBe(false)
})

test('the people whom a text concerns are counted: admins never, lending terms only for closets', async () => {
  const [all, closets] = [
    await countConcerned(db, 'terms'),
    await countConcerned(db, 'lending-terms'),
  ]
  await made.shopper()
  await made.closet()
  await made.admin()
  expect(await countConcerned(db, 'terms')).toBe(all + 2)
  expect(await countConcerned(db, 'lending-terms')).toBe(closets + 1)
})

test('a text that comes with Hemline, or corrects it, needs no consent', async () => {
  const { db: own } = await testDatabase()
  const shopper = await make(own).shopper()
  expect(await consentsDue(own, shopper, now)).toEqual([])
  const corrected = { page: 'privacy', version: 4, body: 'Corrected', published_at: now } as const
  await own.insertInto('legal_pages').values(corrected).execute()
  expect(await findLegalPage(own, 'privacy', null, now)).toMatchObject({
    version: 4,
    publishedBy: null,
  })
  expect(await consentsDue(own, shopper, now)).toEqual([])
})
