import { expect, test } from 'vitest'
import type { ReportedNoun, ReportOutcome } from '#db/enums.ts'
import { report } from '#domain/care/reports/reports.ts'
import type { Person } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { decideReport } from './decide-report.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'
const admin = await made.admin()
const reasons = 'It is a fake.'

/** Decides twice: two posts of one form act and send once. */
async function decideAbout(
  reporter: Person,
  { noun, id }: { noun: ReportedNoun; id: string },
  outcome: ReportOutcome,
) {
  const input = { noun, id, reason: 'fraud', words: 'Look at this.', origin } as const
  const reported = await report(db, reporter, input, now)
  if (!reported.ok) throw new Error(reported.problem.reason)
  const decision = { reportId: reported.value.reportId, outcome, reasons, origin }
  const decide = () => decideReport(db, admin, decision, now)
  const first = await decide()
  await decide()
  return first
}

async function actionsOn(id: string) {
  const lines = await readRows(db, 'audit_log', 'action', { noun_id: id, actor_id: admin.id }, 'id')
  return lines.map(({ action }) => action)
}

const mailsTo = async ({ email }: Person) =>
  await db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('to_address', '=', email)
    .where('template', '<>', 'report-received')
    .orderBy('id')
    .execute()

const templatesTo = async (person: Person) =>
  (await mailsTo(person)).map(({ template }) => template)

const accountOf = async ({ id }: Person) =>
  await readRow(
    db,
    'user_profiles',
    ['account_type', 'business_status', 'blocked_at', 'blocked_reason'],
    id,
  )

test('deciding to remove a listing takes it down, with one email to each side', async () => {
  const [shopper, closet] = [await made.shopper(), await made.closet()]
  const item = await made.item({ closet })
  const decided = await decideAbout(shopper, { noun: 'item', id: item.id }, 'removed')
  expect(decided).toEqual({ ok: true, value: { decided: 1 } })
  const stored = await readRow(db, 'clothing_items', ['approval_status', 'denial_reason'], item.id)
  expect(stored).toEqual({ approval_status: 'denied', denial_reason: reasons })
  expect(await actionsOn(item.id)).toEqual(['take down', 'decide report'])
  expect(await templatesTo(shopper)).toEqual(['report-decided'])
  expect(await mailsTo(closet)).toEqual([
    {
      template: 'report-about-you-decided',
      text_body: expect.stringContaining('Existing rentals continue.'),
    },
  ])
})

test('deciding to block closes a closet, and blocks a customer', async () => {
  const [closet, renter] = [await made.closet(), await made.shopper()]
  await made.rental({ item: await made.item({ closet }), renter })
  await decideAbout(renter, { noun: 'person', id: closet.id }, 'blocked')
  expect(await accountOf(closet)).toMatchObject({
    account_type: 'regular',
    business_status: 'blocked',
  })
  expect(await templatesTo(closet)).toEqual(['report-about-you-decided'])
  const other = await made.closet()
  await made.rental({ item: await made.item({ closet: other }), renter })
  await decideAbout(other, { noun: 'person', id: renter.id }, 'blocked')
  expect(await accountOf(renter)).toMatchObject({ blocked_at: now, blocked_reason: reasons })
  expect(await actionsOn(renter.id)).toEqual(['block', 'decide report'])
  expect(await templatesTo(renter)).toEqual(['report-decided', 'report-about-you-decided'])
})

test('deciding to remove a message removes it, with one email to each side', async () => {
  const { id, shopper, closet } = await made.conversation({
    words: ['Is it free?', 'Pay me in cash.'],
    now,
  })
  const { id: messageId } = await readRow(db, 'messages', 'id', {
    conversation_id: id,
    writer_id: closet.id,
  })
  await decideAbout(shopper, { noun: 'message', id: messageId }, 'removed')
  const message = await readRow(db, 'messages', ['removed_at', 'removed_reason'], messageId)
  expect(message).toEqual({ removed_at: now, removed_reason: reasons })
  expect(await templatesTo(shopper)).toEqual(['report-decided'])
  expect(await templatesTo(closet)).toEqual(['report-about-you-decided'])
})

test('an outcome that cannot be carried out changes nothing', async () => {
  const other = await made.admin()
  const item = await made.item({ closet: other })
  const shopper = await made.shopper()
  const decided = await decideAbout(shopper, { noun: 'item', id: item.id }, 'blocked')
  expect(decided).toMatchObject({ problem: { reason: 'is-admin' } })
  expect(await accountOf(other)).toMatchObject({ account_type: 'admin', blocked_at: null })
  expect(await actionsOn(item.id)).toEqual([])
  expect(await templatesTo(shopper)).toEqual([])
})
