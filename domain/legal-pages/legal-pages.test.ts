import { expect, test } from 'vitest'
import { violatedConstraint } from '#db/connection.ts'
import type { LegalPage } from '#db/enums.ts'
import { beginSession, findSession } from '#domain/people/sessions.ts'
import type { Person } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import {
  agree,
  consentsDue,
  currentVersions,
  findLegalPage,
  legalVersions,
  publishLegalPage,
} from './legal-pages.ts'

const { db } = await testDatabase()
const made = make(db)
const now = new Date('2026-11-20T15:00:00Z')
const admin = await made.admin({ full_name: 'Ada Admin' })

async function publish(page: LegalPage, basedOn: number, body = `Text after ${basedOn}`) {
  const outcome = await publishLegalPage(db, admin, { page, body, basedOn }, now)
  return outcome.ok ? outcome.value.version : outcome.problem.reason
}

const dueOf = async (person: Person) =>
  (await consentsDue(db, person)).map(({ page, version }) => `${page} ${version}`)

async function isConsentDue(person: Person) {
  const token = await beginSession(db, { userId: person.id, browser: null }, now)
  return (await findSession(db, token, now))?.consentIsDue
}

test('a correction shipped with Hemline is a new version that needs no new consent', async () => {
  const correction = await findLegalPage(db, 'privacy', null)
  expect(correction).toMatchObject({ version: 3, publishedBy: null })
  expect(correction?.body).toContain('sees your name, email address, phone number, delivery')
  expect(correction?.body).toContain('for up to 90 days (30 days without use), others')
  for (const words of [
    'a secure hash of your password (we never store the password itself).',
    'agreed to, and the people you have blocked.',
    'we do not tell them who reported them. If you block someone, we do not tell them.',
    'Stripe, processes your card payments. We never see',
  ])
    expect(correction?.body).toContain(words)
  expect((await findLegalPage(db, 'terms', null))?.body).toContain(
    '- Counterfeits, and clothes that',
  )
  expect((await findLegalPage(db, 'lending-terms', null))?.body).toContain(
    'Each rental earns the rate that applied when it was rented. My Closet shows your rate. We',
  )
  const [first] = (await legalVersions(db, 'privacy')).toReversed()
  expect(first).toMatchObject({ version: 1, publishedBy: null })
  const shopper = await made.shopper()
  expect([await dueOf(shopper), await isConsentDue(shopper)]).toEqual([[], false])
})

test('versions are numbered, stay readable, and never change', async () => {
  expect(await currentVersions(db)).toMatchObject([
    { page: 'lending-terms', version: 2, publishedBy: null },
    { page: 'privacy', version: 3 },
    { page: 'terms', version: 2 },
  ])
  const first = await findLegalPage(db, 'privacy', null)
  expect(await publish('privacy', 3, ' ')).toBe('text-missing')
  expect(await publish('privacy', 3, 'x'.repeat(50_001))).toBe('text-too-long')
  expect(await publish('privacy', 3, first?.body ?? '')).toBe('nothing-changed')
  expect(await publish('privacy', 3)).toBe(4)
  expect(await publish('privacy', 3, 'Another text')).toBe('edit-conflict')
  expect(await findLegalPage(db, 'privacy', 3)).toEqual({ ...first, isLatest: false })
  expect(await findLegalPage(db, 'privacy', 5)).toBeNull()
  expect((await legalVersions(db, 'privacy')).map(({ version }) => version)).toEqual([4, 3, 2, 1])
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
  const { version = 0 } = (await findLegalPage(db, 'lending-terms', null)) ?? {}
  await publish('lending-terms', version)
  const wanted = { page: 'lending-terms', version: version + 1 } as const
  expect(await dueOf(closet)).toContain(`lending-terms ${version + 1}`)
  expect(await dueOf(shopper)).not.toContain(`lending-terms ${version + 1}`)
  expect([await dueOf(admin), await isConsentDue(admin)]).toEqual([[], false])
  expect(await isConsentDue(closet)).toBe(true)
  await agree(db, closet, [wanted, { page: 'terms', version: 99 }], now)
  await agree(db, closet, [wanted], now)
  expect(await dueOf(closet)).not.toContain(`lending-terms ${version + 1}`)
  await agree(db, closet, await consentsDue(db, closet), now)
  expect(await isConsentDue(closet)).toBe(false)
})
