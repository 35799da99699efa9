import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { remindAdmins } from '#domain/admin/notices/remind-admins.ts'
import { appealedDeposits } from '#test/make/appealed-deposits.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { answerAppeal } from './appeals.ts'
import { enforceCaseDeadlines } from './case-deadlines.ts'
import { notifyAboutAppeal } from './case-notifications.ts'

const world = await appealedDeposits()
const { db, clock, payments, withheld, file, answer, decide, passDays } = world
const { claimOf, appealOf, earnedFor, depositOf, refundsOf, charged, admin } = world
const place = { origin: 'https://shop.example', timeZone: 'UTC' }

test('without an appeal a claim is final after seven days, and the closet earns it once', async () => {
  const claim = await withheld()
  await passDays(6.99)
  expect(await claimOf(claim)).toMatchObject({ final_at: null })
  expect(await refundsOf(claim.renter)).toMatchObject([{ amount_cents: 3000 }])
  await passDays(0.01)
  await passDays(1)
  expect(await claimOf(claim)).toMatchObject({ final_at: expect.any(Date), returned_cents: 0 })
  expect(await earnedFor(claim)).toMatchObject([{ owner_id: claim.closet.id, amount_cents: 2000 }])
})

test('an unanswered appeal is granted after 72 hours and everything goes back to the card', async () => {
  const claim = await withheld()
  await passDays(5)
  await file(claim)
  await passDays(2.9)
  expect(await appealOf(claim)).toMatchObject({ status: 'open' })
  await passDays(0.1)
  expect(await appealOf(claim)).toMatchObject({
    status: 'overturned',
    decided_by: null,
    returned_cents: 2000,
    refund_cents: 2000,
  })
  await payments.processAll()
  expect(await charged(claim.payment)).toBe(0)
  expect(await depositOf(claim.renter)).toMatchObject({
    kept_cents: 0,
    refunded_cents: 5000,
    closed_at: expect.any(Date),
  })
  expect(await earnedFor(claim)).toEqual([])
})

test('an answered appeal waits for an admin, however long it takes', async () => {
  const claim = await withheld()
  await file(claim)
  await answer(claim)
  await passDays(4)
  await remindAdmins(db, place, clock.now())
  await passDays(26)
  expect(await appealOf(claim)).toMatchObject({ status: 'answered', decided_at: null })
  expect(await claimOf(claim)).toMatchObject({ final_at: null })
  expect(await earnedFor(claim)).toEqual([])
  await remindAdmins(db, place, clock.now())
  const mails = await readRows(
    db,
    'mail_outbox',
    'text_body',
    { template: 'admin-to-do', recipient_id: admin.id },
    'created_at',
  )
  expect(mails).toMatchObject(
    ['is due on', 'was due on'].map((due) => ({
      text_body: expect.stringContaining(`1 appeal is waiting for a decision. The next one ${due}`),
    })),
  )
})

test('a closet is reminded once a day while its answer is missing', async () => {
  const claim = await withheld()
  await file(claim)
  for (const [hours, expected] of [
    [23, 0],
    [1, 1],
    [1, 1],
    [23, 2],
    [23, 2],
    [1, 2],
    [24, 2],
  ] as const) {
    clock.advance({ hours })
    await enforceCaseDeadlines(db, 'appeal', clock.now())
    expect(await remindersAbout(claim.rentalId)).toBe(expected)
  }
})

async function remindersAbout(rentalId: string): Promise<number> {
  const { rows } = await sql`select j.id from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'tell-about-appeal' and j.payload->>'rentalId' = ${rentalId}
      and j.payload->>'event' = 'remind'`.execute(db)
  return rows.length
}

test('while a payment is disputed, an unanswered appeal is not granted until the dispute ends', async () => {
  const claim = await withheld(2000, 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  await file(claim)
  await passDays(4)
  expect(await appealOf(claim)).toMatchObject({ status: 'open' })
  const { data } = await payments.dashboard.disputes.list({ payment_intent: claim.payment })
  for (const { id } of data)
    await payments.dashboard.disputes.update(id, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
  await passDays(1)
  await passDays(1)
  expect(await appealOf(claim)).toMatchObject({ status: 'overturned', returned_cents: 2000 })
  await payments.processAll()
  expect(await charged(claim.payment)).toBe(0)
})

test('the emails to a closet say what an admin did for it', async () => {
  const claim = await withheld()
  const { renter, closet, rentalId } = claim
  await updateRows(db, 'deposit_claims', { rental_id: rentalId }, { decided_by: admin.id })
  await file(claim)
  const toBoth = async (event: 'filed' | 'answered') => {
    await notifyAboutAppeal(db, { rentalId, event }, place, clock.now())
    const rows = await db
      .selectFrom('mail_outbox')
      .select(['subject', 'text_body'])
      .where('recipient_id', 'in', [renter.id, closet.id])
      .where('template', 'like', `appeal-${event}%`)
      .orderBy('template')
      .execute()
    return rows.map(({ subject, text_body }) => `${subject}: ${text_body}`)
  }
  const [, filed] = await toBoth('filed')
  expect(filed).toContain('Hemline kept $20.00 of the deposit')
  const blocked = { account_type: 'regular', business_status: 'blocked' } as const
  await db.updateTable('user_profiles').set(blocked).where('id', '=', closet.id).execute()
  const statement = { rentalId, words: 'It was whole.', imageIds: [] }
  expect(await answerAppeal(db, admin, statement, clock.now())).toMatchObject({ ok: true })
  const [toRenter, toCloset] = await toBoth('answered')
  expect(toRenter).toContain('Hemline writes:')
  expect(toRenter).not.toContain(closet.fullName)
  expect(toCloset).toContain(`Hemline answered the appeal of ${renter.fullName} for you.`)
  expect(toCloset).not.toContain('your answer')
})

test('both sides get one email at each turn, however often the job runs', async () => {
  const claim = await withheld()
  const { rentalId, renter, closet } = claim
  const tell = async (event: 'filed' | 'answered' | 'decided') => {
    for (let time = 0; time < 2; time += 1)
      await notifyAboutAppeal(db, { rentalId, event }, place, clock.now())
    const rows = await db
      .selectFrom('mail_outbox')
      .select(['recipient_id', 'subject', 'text_body'])
      .where('template', 'like', `appeal-${event}%`)
      .where('recipient_id', 'in', [renter.id, closet.id])
      .orderBy('template')
      .execute()
    return rows
  }
  await file(claim)
  expect(await tell('filed')).toMatchObject([
    { recipient_id: renter.id },
    { recipient_id: closet.id, text_body: expect.stringContaining('It was torn before.') },
  ])
  await answer(claim)
  expect(await tell('answered')).toMatchObject([
    { recipient_id: renter.id, text_body: expect.stringContaining('It was whole.') },
    { recipient_id: closet.id },
  ])
  const other = await withheld()
  await decide(other, 'reduced', 500)
  const job = { rentalId: other.rentalId, event: 'decided' } as const
  await notifyAboutAppeal(db, job, place, clock.now())
  const mail = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('recipient_id', 'in', [other.renter.id, other.closet.id])
    .where('template', 'like', 'appeal-decided%')
    .orderBy('template')
    .execute()
  expect(mail).toMatchObject([
    {
      subject: 'You will get $5.00 of your deposit back',
      text_body: expect.stringContaining('from $20.00 to $15.00'),
    },
    { text_body: expect.stringContaining('You keep $15.00. This decision is final.') },
  ])
})
