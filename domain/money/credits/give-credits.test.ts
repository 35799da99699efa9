import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { creditsBalance, expireLots } from './credits.ts'
import { giveCredits, grantsLeft } from './give-credits.ts'
import { MAX_CREDITS_A_GRANT } from './grant-limits.ts'

const { db, made } = await testDatabase()
const DAY_MS = 86_400_000
const noon = new Date('2026-11-30T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * DAY_MS)

const admin = await made.admin()
const origin = 'https://hemline.test'

test('credits granted by an admin last three months and add one line and one email', async () => {
  const person = await made.shopper()
  const gift = { personId: person.id, credits: 1, reason: 'A late parcel', key: newId(), origin }
  expect(await giveCredits(db, admin, gift, noon)).toMatchObject({ ok: true })
  expect(await giveCredits(db, admin, gift, inDays(1))).toMatchObject({ ok: true })
  // The end of February 28 in New York, three months after November 30.
  const end = new Date('2027-03-01T05:00:00Z')
  expect(await creditsBalance(db, person.id, new Date(end.getTime() - 1))).toBe(1)
  expect(await creditsBalance(db, person.id, end)).toBe(0)
  const mails = db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('recipient_id', '=', person.id)
    .orderBy('created_at')
    .orderBy('id')
  const [mail, ...more] = await mails.execute()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('You got 1 credit from Hemline')
  expect(mail?.text_body).toContain('We have added 1 credit to your balance.')
  expect(mail?.text_body).toContain('in the next three months')
  await giveCredits(db, admin, { ...gift, credits: 2, key: newId() }, noon)
  const [, plural] = await mails.execute()
  expect(plural?.subject).toBe('You got 2 credits from Hemline')
  expect(plural?.text_body).toContain('We have added 2 credits to your balance.')
  const lines = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'after'])
    .where('noun_id', '=', person.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const line = (credits: number) => ({
    ...{ actor_id: admin.id, action: 'give credits' },
    after: { credits, reason: 'A late parcel' },
  })
  expect(lines).toEqual([line(1), line(2)])
})

test('admins and closed accounts cannot be given credits', async () => {
  const closed = await made.shopper({ deleted_at: noon })
  for (const { id } of [admin, closed])
    expect(
      await giveCredits(
        db,
        admin,
        { personId: id, credits: 2, reason: 'x', key: newId(), origin },
        noon,
      ),
    ).toEqual({ ok: false, problem: { reason: 'person-not-found' } })
})

test('the limit on grants counts the last 30 days, exact to the credit', async () => {
  const person = await made.shopper()
  const start = inDays(1000)
  const at = (days: number) => new Date(start.getTime() + days * DAY_MS)
  const give = (credits: number, now: Date, key: string = newId()) =>
    giveCredits(db, admin, { personId: person.id, credits, reason: 'x', key, origin }, now)
  // Other operations do not count, such as credits that expire.
  await made.credits(person, 7, { now: at(-40), expiresAt: at(-1) })
  await expireLots(db, start)
  expect([await grantsLeft(db, start), MAX_CREDITS_A_GRANT]).toEqual([5000, 500])
  const key = newId()
  expect(await give(4990, start, key)).toMatchObject({ ok: true })
  expect(await give(11, at(29))).toEqual({
    ok: false,
    problem: { reason: 'too-many-granted', left: 10 },
  })
  // Submitting the same form again grants nothing.
  expect(await give(4990, at(29), key)).toMatchObject({ ok: true })
  expect(await give(10, at(29))).toMatchObject({ ok: true })
  expect(await grantsLeft(db, at(29))).toBe(0)
  expect(await grantsLeft(db, new Date(at(30).getTime() - 1))).toBe(0)
  expect(await grantsLeft(db, at(30))).toBe(4990)
  expect(await grantsLeft(db, at(59))).toBe(5000)
  // Grants of simultaneous requests count, those of a clock that was years ahead do not.
  expect(await grantsLeft(db, new Date(start.getTime() - 1))).toBe(0)
  expect(await grantsLeft(db, at(-99))).toBe(5000)
})
