import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { requestedReturn } from '#test/requested-return.ts'
import { mailDigests } from './closet-digest.ts'

const { db } = await testDatabase()
const made = make(db)
const timeZone = 'America/New_York'
const origin = 'https://shop.example'
const at = (instant: string) => {
  const now = new Date(instant)
  return { now, today: calendarDateIn(timeZone, now), origin, timeZone }
}
const evening = at('2026-11-19T23:00:00Z')
const morning = at('2026-11-20T12:00:00Z')
const { today } = morning

test('a closet gets one email each morning with all tasks, contacts and directions', async () => {
  const closet = await made.closet()
  const idle = await made.closet()
  const rental = async (
    title: string,
    status: 'pending' | 'confirmed' | 'delivered',
    start: number,
  ) =>
    made.rental({
      item: await made.item({ closet, title }),
      status,
      start: addDays(today, start),
      createdAt: evening.now,
    })
  const overdue = await rental('Overdue gown', 'confirmed', -2)
  await db
    .updateTable('rentals')
    .set({ renter_phone: '555 0199', delivery_address: '1 Elm Street\nApt 2' })
    .where('id', '=', overdue.id)
    .execute()
  const requested = await rental('Asked for slip', 'pending', 5)
  await rental('Back tomorrow', 'delivered', -5)
  await rental('Later coat', 'confirmed', 9)
  await made.rental({
    item: await made.item({ closet: idle }),
    status: 'confirmed',
    start: addDays(today, 9),
  })

  expect(await mailDigests(db, at('2026-11-20T11:59:00Z'))).toBe(0)
  expect(await mailDigests(db, morning)).toBe(1)
  expect(await mailDigests(db, morning)).toBe(0)
  const mails = await db.selectFrom('mail_outbox').selectAll().execute()
  expect(mails).toMatchObject([
    {
      recipient_id: closet.id,
      subject: '3 things to do in your closet',
      template: 'closet-digest',
    },
  ])
  const text = mails[0]?.text_body ?? ''
  expect(text).toContain('To deliver today (1)')
  expect(text).toContain(
    `overdue since Nov 18, 2026 · 555 0199 · 1 Elm Street, Apt 2: ${origin}/business/rentals/${overdue.id}`,
  )
  expect(text).toContain('Requests to answer (1)')
  expect(text).toContain(`answer by Nov 25, 2026: ${origin}/business/rentals/${requested.id}`)
  expect(text).toContain('Returns due tomorrow (1)')
  expect(text).not.toContain('Later coat')
  // The next morning's digest lists it again.
  expect(await mailDigests(db, at('2026-11-21T12:00:00Z'))).toBe(1)
})

test('the digest leaves out what the closet did itself or was emailed about that day', async () => {
  const closet = await made.closet()
  await made.rental({
    item: await made.item({ closet }),
    start: addDays(today, 3),
    createdAt: new Date('2026-11-20T12:30:00Z'),
  })
  const sent = await made.rental({
    item: await made.item({ closet }),
    status: 'delivered',
    start: addDays(today, -5),
    createdAt: evening.now,
  })
  await db
    .updateTable('rentals')
    .set({ return_status: 'returned', returned_at: new Date('2026-11-20T12:40:00Z') })
    .where('id', '=', sent.id)
    .execute()
  await mailDigests(db, at('2026-11-20T13:00:00Z'))
  const mails = () =>
    db.selectFrom('mail_outbox').select('subject').where('recipient_id', '=', closet.id).execute()
  expect(await mails()).toEqual([])
  await mailDigests(db, at('2026-11-21T12:00:00Z'))
  expect(await mails()).toEqual([{ subject: '2 things to do in your closet' }])
})

test('two processes at once send one digest', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet })
  await made.rental({ item, start: addDays(today, 3), createdAt: evening.now })
  const results = await Promise.all(
    [1, 2, 3].map(() => mailDigests(db, at('2026-11-22T13:00:00Z'))),
  )
  expect(results.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
  const mails = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient_id', '=', closet.id)
    .execute()
  expect(mails).toHaveLength(1)
})

test('the digest lists return requests to answer, also when there is nothing else to do', async () => {
  const closet = await made.closet()
  const renter = await made.shopper({ full_name: 'Ann Lee' })
  const requested = async (title: string, requestedAt: string) => {
    const now = new Date(requestedAt)
    await requestedReturn(db, { closet, renter, title, until: 'requested' }, now)
  }
  const mails = () =>
    db.selectFrom('mail_outbox').selectAll().where('recipient_id', '=', closet.id).execute()
  // It had an email of its own that day.
  await requested('Too small gown', '2026-11-24T12:30:00Z')
  await mailDigests(db, at('2026-11-24T13:00:00Z'))
  expect(await mails()).toEqual([])
  await requested('Torn coat', '2026-11-24T14:00:00Z')
  await mailDigests(db, at('2026-11-25T12:00:00Z'))
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('2 things to do in your closet')
  const text = mail?.text_body ?? ''
  expect(text).toContain('Return requests to answer (2)')
  expect(text).toMatch(
    /Too small gown, Ann Lee · answer by .*: https:[^ ]+[/]business[/]rentals[/]/,
  )
  expect(text.indexOf('Too small gown')).toBeLessThan(text.indexOf('Torn coat'))
  // Its time is over: it counts as accepted.
  await mailDigests(db, at('2026-11-28T12:00:00Z'))
  expect(await mails()).toHaveLength(1)
})
