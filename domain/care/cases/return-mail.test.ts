import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ReturnRequestEvent } from '#db/jobs.ts'
import { remindAdmins } from '#domain/admin/notices/remind-admins.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { assertOk, returnedRentals } from '#test/make/returning.ts'
import { readRows } from '#test/postgres/rows.ts'
import { answerReturn } from './answer-return.ts'
import { enforceCaseDeadlines } from './case-deadlines.ts'
import { notifyAboutReturn } from './case-notifications.ts'
import { decideReturn } from './decide-return.ts'
import { withdrawCase } from './withdraw-case.ts'

const world = await returnedRentals()
const { db, now, hours, admin, requested, answer, returnItem } = world
const place = { origin: 'https://shop.example', timeZone: 'UTC' }

type Rental = Awaited<ReturnType<typeof requested>>

/** The emails to both sides about an event, after running the job several times. */
async function mailsAbout({ rentalId, renter, closet }: Rental, event: ReturnRequestEvent) {
  for (let time = 0; time < 2; time += 1)
    await notifyAboutReturn(db, { rentalId, event }, place, now)
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['recipient_id', 'subject', 'text_body'])
    .where('template', 'in', [`return-request-${event}`, `return-request-${event}-owner`])
    .where('recipient_id', 'in', [renter.id, closet.id])
    .execute()
  expect(rows.length).toBeLessThanOrEqual(2)
  const of = (id: string) => rows.find(({ recipient_id }) => recipient_id === id)
  return { renter: of(renter.id), closet: of(closet.id) }
}

async function queuedFor({ rentalId }: Rental): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select j.payload->>'event' as event from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'tell-about-return-request' and j.payload->>'rentalId' = ${rentalId}
    order by j.id`.execute(db)
  return rows.map(({ event }) => event)
}

test('requested, accepted and restored: both sides get one email about each event', async () => {
  const rental = await requested()
  const first = await mailsAbout(rental, 'requested')
  expect(first.closet?.text_body).toContain('“Too small at the waist.”')
  expect(first.closet?.text_body).toContain('you will be paid for two days')
  expect(first.renter?.text_body).toContain('10 credits')
  assertOk(await answer(rental, 'accept', { words: 'Sorry about that.' }))
  const accepted = await mailsAbout(rental, 'accepted')
  expect(accepted.renter?.text_body).toContain('“Sorry about that.”')
  expect(accepted.renter?.text_body).toContain('Please send it back unworn')
  expect(accepted.closet?.text_body).toContain('Please record the return')
  await returnItem(rental)
  const back = await mailsAbout(rental, 'restored')
  expect(back.renter?.text_body).toContain('10 credits are back in your balance.')
  expect(back.closet?.text_body).toContain('You are not paid for them.')
  expect(await queuedFor(rental)).toEqual(['requested', 'accepted', 'restored'])
})

test('accepted because nobody answered, with the item already back', async () => {
  const rental = await requested('not_as_described')
  await returnItem(rental)
  await enforceCaseDeadlines(db, 'return', hours(72))
  const { renter, closet } = await mailsAbout(rental, 'accepted')
  expect(renter?.text_body).toContain('did not answer in time')
  expect(renter?.text_body).toContain('14 credits are back in your balance.')
  expect(closet?.text_body).toContain('got 14 credits back')
  expect(await queuedFor(rental)).toEqual(['requested', 'accepted'])
})

test('contested and decided with reasons, or withdrawn', async () => {
  const rental = await requested()
  assertOk(await answer(rental, 'contest'))
  const contested = await mailsAbout(rental, 'contested')
  expect(contested.renter?.text_body).toContain('“It was worn.”')
  expect(contested.closet?.subject).toContain('We have your answer')
  const { rentalId } = rental
  const decision = { rentalId, outcome: 'refused', reasons: 'A stain shows it.' } as const
  assertOk(await decideReturn(db, admin, decision, now))
  const decided = await mailsAbout(rental, 'decided')
  for (const mail of Object.values(decided)) expect(mail?.text_body).toContain('A stain shows it.')
  const other = await requested()
  assertOk(await withdrawCase(db, other.renter, 'return', other.rentalId, now))
  const withdrawn = await mailsAbout(other, 'withdrawn')
  expect(withdrawn.closet?.text_body).toContain('You do not need to do anything.')
})

test('a closet is reminded once a day while its answer is missing, and admins of overdue decisions', async () => {
  const rental = await requested()
  for (const [at, reminders] of [
    [23, 0],
    [24, 1],
    [25, 1],
    [48, 2],
    [71, 2],
  ] as const) {
    await enforceCaseDeadlines(db, 'return', hours(at))
    expect((await queuedFor(rental)).filter((event) => event === 'remind')).toHaveLength(reminders)
  }
  const reminder = await mailsAbout(rental, 'remind')
  expect(reminder).toMatchObject({ renter: undefined, closet: { subject: expect.any(String) } })
  assertOk(await answer(rental, 'contest'))
  const { rentalId } = rental
  const job = { rentalId, event: 'remind', day: '2026-11-22' } as const
  await notifyAboutReturn(db, job, place, now)
  expect(await mailsAbout(rental, 'remind')).toEqual(reminder)
  for (const [at, line] of [
    [1, '1 return or no-show is waiting for a decision. The next one is due on Nov 25, 2026.'],
    [130, '1 return or no-show is waiting for a decision. The next one was due on Nov 25, 2026.'],
  ] as const) {
    await remindAdmins(db, place, hours(at))
    const mails = await readRows(db, 'mail_outbox', 'text_body', {
      template: 'admin-to-do',
      recipient_id: admin.id,
    })
    expect(mails.map(({ text_body }) => text_body).join()).toContain(line)
  }
})

test('the emails to a closet say what an admin did for it', async () => {
  const rental = await requested()
  assertOk(await answer(rental, 'accept'))
  assertOk(await recordReturn(db, admin, { ...rental.on, note: '' }, now))
  const back = await mailsAbout(rental, 'restored')
  expect(back.closet?.text_body).toContain('Hemline recorded the return of')

  for (const [given, event, done] of [
    ['accept', 'accepted', 'Hemline accepted the return request of'],
    ['contest', 'contested', 'Hemline contested the return request of'],
  ] as const) {
    const other = await requested()
    const blocked = { account_type: 'regular', business_status: 'blocked' } as const
    const { id } = other.closet
    await db.updateTable('user_profiles').set(blocked).where('id', '=', id).execute()
    const { rentalId } = other
    const words = 'It was worn.'
    assertOk(await answerReturn(db, admin, { rentalId, answer: given, words }, now))
    const mails = await mailsAbout(other, event)
    expect(mails.closet?.text_body).toContain(done)
    expect(mails.closet?.subject).not.toContain('your answer')
    expect(mails.renter?.text_body).toMatch(/Hemline (writes:|accepted your)/)
  }
})
