import { expect, test } from 'vitest'
import type { RatingSide } from '#db/enums.ts'
import type { RentalId, ReportId } from '#db/ids.ts'
import { decideReport } from '#domain/accounts/closing/decide-report.ts'
import { ownData } from '#domain/accounts/people/own-data.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { ratedRental } from '#test/worlds/rating-world.ts'
import { countOpenReports, findReport, reportList } from './report-list.ts'
import type { ReportedId } from './reportable.ts'
import { openReportOf, report } from './reports.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'
const admin = await made.admin()
const words = 'The label says something else.'

async function reportItem(reporter: Person, id: ReportedId, at = now) {
  const input = { noun: 'item', id, reason: 'counterfeit', words, origin } as const
  return await report(db, reporter, input, at)
}

async function reported(reporter: Person, id: ReportedId, at = now): Promise<ReportId> {
  const outcome = await reportItem(reporter, id, at)
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value.reportId
}

async function reasonOf(result: ReturnType<typeof reportItem>) {
  const outcome = await result
  return outcome.ok ? 'reported' : outcome.problem.reason
}

const mailsTo = async ({ email }: Person) =>
  await readRows(
    db,
    'mail_outbox',
    ['template', 'subject', 'text_body'],
    { to_address: email },
    'id',
  )

test('a report is confirmed by email, sent to admins once, and listed by age', async () => {
  const [first, second] = [await made.shopper(), await made.shopper()]
  const item = await made.item({ title: 'Red gown' })
  const older = await reported(first, item.id)
  const newer = await reported(second, item.id, new Date(now.getTime() + 60_000))
  expect(await mailsTo(first)).toMatchObject([
    { template: 'report-received', text_body: expect.stringContaining(words) },
  ])
  expect(await openReportOf(db, first, { noun: 'item', id: item.id })).toEqual({ at: now })
  expect(await reasonOf(reportItem(first, item.id))).toBe('already-reported')
  const { rows, total } = await reportList(db, admin, { part: 'open', after: null })
  expect(rows.map(({ id }) => id)).toEqual([older, newer])
  expect(rows[0]).toMatchObject({ title: 'Red gown', reason: 'counterfeit' })
  expect([total, await countOpenReports(db, admin)]).toEqual([2, 2])
})

test('a decision is not mailed to a reporter whose account is deleted', async () => {
  const [left, stays] = [await made.shopper(), await made.shopper()]
  const item = await made.item({ title: 'Green gown' })
  const reportId = await reported(left, item.id)
  await reported(stays, item.id)
  await db.updateTable('user_profiles').set({ deleted_at: now }).where('id', '=', left.id).execute()
  const decision = { reportId, outcome: 'no_action', reasons: 'It is genuine.', origin } as const
  expect(await decideReport(db, admin, decision, now)).toMatchObject({ value: { decided: 2 } })
  const templates = async (person: Person) =>
    (await mailsTo(person)).map(({ template }) => template)
  expect(await templates(left)).toEqual(['report-received'])
  expect(await templates(stays)).toEqual(['report-received', 'report-decided'])
})

test('people can report only what they can see, and nothing of their own', async () => {
  const shopper = await made.shopper()
  const closet = await made.closet()
  const stranger = await made.shopper()
  const hidden = await made.item({ approval_status: 'pending' })
  const person = (reporter: Person, id: ReportedId) =>
    reasonOf(report(db, reporter, { noun: 'person', id, reason: 'fraud', words, origin }, now))
  expect(await reasonOf(reportItem(shopper, hidden.id))).toBe('nothing-to-report')
  expect(await reasonOf(reportItem(shopper, newId()))).toBe('nothing-to-report')
  expect(await reasonOf(reportItem(closet, (await made.item({ closet })).id))).toBe('own')
  expect(await person(shopper, stranger.id)).toBe('nothing-to-report')
  expect(await person(shopper, closet.id)).toBe('reported')
  const renter = await made.shopper()
  expect(await person(closet, renter.id)).toBe('nothing-to-report')
  await made.rental({ item: await made.item({ closet }), renter })
  expect(await person(closet, renter.id)).toBe('reported')
})

test('a decision closes all open reports about the thing, and gives both sides the reasons, not the reporter', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, title: 'Blue coat' })
  const [first, second] = [
    await made.shopper({ full_name: 'Rosalind Quickly' }),
    await made.shopper({ full_name: 'Beatrice Malmsey' }),
  ]
  const reportId = await reported(first, item.id)
  await reported(second, item.id)
  const decision = { reportId, reasons: 'The brand confirmed that it is a fake.', origin }
  const decide = (outcome: 'removed' | 'warned', by = admin) =>
    decideReport(db, by, { ...decision, outcome }, now)
  expect(await decide('removed')).toMatchObject({ ok: true, value: { decided: 2 } })
  expect(await decide('removed')).toMatchObject({ ok: true, value: { decided: 0 } })
  expect(await decide('warned', await made.admin())).toMatchObject({
    problem: { reason: 'already-decided', by: admin.fullName },
  })
  for (const side of [first, second]) {
    const [, decided, ...rest] = await mailsTo(side)
    expect(rest).toEqual([])
    expect(decided).toMatchObject({
      template: 'report-decided',
      text_body: expect.stringContaining(decision.reasons),
    })
    expect(decided?.text_body).toContain('You can object to the decision within 6 months')
    expect(decided?.text_body).toContain(
      'Someone other than the person who decided will look at it',
    )
  }
  const [about, ...rest] = await mailsTo(closet)
  expect(rest).toEqual([])
  expect(about).toMatchObject({ template: 'report-about-you-decided' })
  for (const text of [decision.reasons, 'Blue coat', 'It was removed', 'You can object'])
    expect(about?.text_body).toContain(text)
  expect(about?.text_body).not.toMatch(/Rosalind|Beatrice|label says/)
  const mine = JSON.stringify(await ownData(db, closet, now))
  expect(mine).toContain(decision.reasons)
  expect(mine).not.toMatch(new RegExp(`Rosalind|label says|${first.id}`))
  expect(await findReport(db, admin, reportId)).toMatchObject({
    outcome: 'removed',
    decidedByName: admin.fullName,
    alsoOpen: 0,
    earlier: 1,
  })
  const lines = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'after'])
    .where('noun_id', '=', item.id)
    .where('action', 'like', '%report%')
    .orderBy('id')
    .execute()
  expect(lines).toMatchObject([
    { action: 'report', actor_id: first.id },
    { action: 'report', actor_id: second.id },
    { action: 'decide report', actor_id: admin.id, after: { outcome: 'removed', reports: 2 } },
  ])
})

test('a decision needs reasons, and an account that is blocked already stays so', async () => {
  const owner = await made.closet()
  const item = await made.item({ closet: owner, description: '' })
  const reportId = await reported(await made.shopper(), item.id)
  expect((await findReport(db, admin, reportId))?.shown).toBe(item.title)
  const problemOf = async (given: { reasons?: string; outcome?: 'warned' | 'blocked' }) => {
    const input = { reportId, reasons: 'Why', outcome: 'warned', origin, ...given } as const
    const outcome = await decideReport(db, admin, input, now)
    return outcome.ok ? 'decided' : outcome.problem.reason
  }
  expect(await problemOf({ reasons: ' ' })).toBe('reasons-missing')
  expect(await problemOf({ reasons: 'x'.repeat(2001) })).toBe('reasons-too-long')
  await updateRows(db, 'user_profiles', owner.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  expect(await problemOf({ outcome: 'blocked' })).toBe('decided')
})

test('an admin cannot decide about their own listing while another admin can', async () => {
  const other = await made.admin()
  const item = await made.item({ closet: other })
  const reportId = await reported(await made.shopper(), item.id)
  const input = { reportId, outcome: 'no_action', reasons: 'It is real.', origin } as const
  expect(await decideReport(db, other, input, now)).toMatchObject({
    problem: { reason: 'own-case' },
  })
  expect(await decideReport(db, admin, input, now)).toMatchObject({ ok: true })
})

test('the other side of a conversation can report a message, even after it was withdrawn', async () => {
  const [shopper, closet, stranger] = [
    await made.shopper(),
    await made.closet(),
    await made.shopper(),
  ]
  const item = await made.item({ closet })
  const [conversationId, messageId] = [newId(), newId()]
  await insertRows(db, 'conversations', {
    id: conversationId,
    item_id: item.id,
    shopper_id: shopper.id,
    lister_id: closet.id,
    last_message_at: now,
  })
  await insertRows(db, 'messages', {
    id: messageId,
    conversation_id: conversationId,
    writer_id: closet.id,
    body: 'You are a fool.',
    request_key: newId(),
    written_at: now,
    withdrawn_at: now,
  })
  const input = { noun: 'message', id: messageId, reason: 'offensive', words, origin } as const
  const by = (person: Person) => reasonOf(report(db, person, input, now))
  expect(await by(stranger)).toBe('nothing-to-report')
  expect(await by(closet)).toBe('own')
  expect(await by(shopper)).toBe('reported')
  expect((await mailsTo(shopper)).map(({ text_body }) => text_body).join()).not.toContain('fool')
  const { rows } = await reportList(db, admin, { part: 'open', after: null })
  const listed = rows.find(({ noun }) => noun === 'message')
  const found = listed && (await findReport(db, admin, listed.id))
  expect(found?.shown).toContain('You are a fool.')
})

test('people who can see a published review can report it, and a decision to remove it hides it', async () => {
  const [renter, closet, stranger] = [
    await made.shopper(),
    await made.closet(),
    await made.shopper(),
  ]
  const by = async (person: Person, id: ReportedId) =>
    reasonOf(report(db, person, { noun: 'review', id, reason: 'offensive', words, origin }, now))
  const ofSide = async (rentalId: RentalId, side: RatingSide) =>
    await readRow(db, 'ratings', 'id', { rental_id: rentalId, side })
  const blind = await ratedRental(db, { closet, renter, byRenter: { words: 'Torn.' } }, now)
  expect(await by(closet, (await ofSide(blind.rentalId, 'renter')).id)).toBe('nothing-to-report')

  const both = { byRenter: { words: 'The closet lies.' }, byCloset: { words: 'Never again.' } }
  const { rentalId } = await ratedRental(db, { closet, renter, ...both }, now)
  const [ofItem, ofRenter] = [await ofSide(rentalId, 'renter'), await ofSide(rentalId, 'owner')]
  expect(await by(renter, ofItem.id)).toBe('own')
  expect(await by(stranger, ofItem.id)).toBe('reported')
  expect(await by(stranger, ofRenter.id)).toBe('nothing-to-report')
  expect(await by(renter, ofRenter.id)).toBe('reported')

  const { rows } = await reportList(db, admin, { part: 'open', after: null })
  const listed = rows.find(({ title }) => title === 'The closet lies.')
  if (!listed) throw new Error('not listed')
  const decide = () =>
    decideReport(
      db,
      admin,
      { reportId: listed.id, outcome: 'removed', reasons: 'It insults.', origin },
      now,
    )
  expect(await decide()).toMatchObject({ ok: true })
  const hidden = await readRow(db, 'ratings', ['hidden_at', 'hidden_reason'], ofItem.id)
  expect(hidden).toEqual({ hidden_at: now, hidden_reason: 'It insults.' })
})
