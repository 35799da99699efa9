import { expect, test } from 'vitest'
import { notifyAdmins } from '#domain/admin/notices/admin-notifications.ts'
import { remindAdmins } from '#domain/admin/notices/remind-admins.ts'
import { returnedRentals } from '#test/make/returning.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { enforceCaseDeadlines } from './case-deadlines.ts'
import { casesForAdmins } from './case-list.ts'
import { notifyAboutReturn } from './case-notifications.ts'

const { db, pool, now, hours, admin, requested } = await returnedRentals()
const place = { origin: 'https://shop.example', timeZone: 'UTC', paymentsAreReal: false }

test('admins are notified of a return request that a blocked closet cannot answer', async () => {
  const { rentalId, closet, renter } = await requested()
  expect((await casesForAdmins(db, admin, now)).return.toAnswer).toMatchObject({ count: 0 })
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  await notifyAboutReturn(db, { rentalId, event: 'requested' }, place, now)
  const toRenter = await readRow(db, 'mail_outbox', 'text_body', {
    recipient_id: renter.id,
    template: 'return-request-requested',
  })
  expect(toRenter.text_body).toMatch(
    /We have until .+ to respond for .+\. If there is no response by then, your/,
  )
  const jobs = await queuedJobs(pool, 'tell-admins')
  expect(jobs).toEqual([{ event: 'return-to-answer', id: rentalId }])
  await notifyAdmins(db, { event: 'return-to-answer', id: rentalId }, place, now)
  await remindAdmins(db, place, now)
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('recipient_id', 'in', [admin.id, closet.id])
    .where('template', 'not like', 'rental-%')
    .orderBy('id')
    .execute()
  expect(mails).toMatchObject([
    {
      template: 'admin-return-request-to-answer',
      text_body: expect.stringContaining(`/admin/rentals/${rentalId}#return-request`),
    },
    {
      template: 'admin-to-do',
      text_body: expect.stringContaining('1 return or no-show needs an answer from an admin by'),
    },
  ])
  expect((await casesForAdmins(db, admin, now)).return.toAnswer).toMatchObject({
    count: 1,
    rentalId,
  })
})

test('when nobody answers for a blocked closet, neither side is told that the closet did not', async () => {
  const { rentalId, closet, renter } = await requested()
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  await enforceCaseDeadlines(db, 'return', hours(72))
  await notifyAboutReturn(db, { rentalId, event: 'accepted' }, place, hours(72))
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('recipient_id', 'in', [closet.id, renter.id])
    .where('template', 'like', 'return-request-accepted%')
    .orderBy('template')
    .execute()
  expect(mails).toMatchObject([
    { text_body: expect.stringContaining('Nobody answered in time, so your return request') },
    { text_body: expect.stringContaining('Nobody answered within 72 hours, so the return') },
  ])
})
