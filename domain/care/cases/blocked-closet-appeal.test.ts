import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { notifyAdmins } from '#domain/admin/notices/admin-notifications.ts'
import { remindAdmins } from '#domain/admin/notices/remind-admins.ts'
import { appealedDeposits } from '#test/make/appealed-deposits.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { answerAppeal } from './appeals.ts'
import { casesForAdmins } from './case-list.ts'
import { notifyAboutAppeal } from './case-notifications.ts'

const world = await appealedDeposits()
const { db, pool, clock, withheld, file, admin } = world
const place = { origin: 'https://shop.example', timeZone: 'UTC', paymentsAreReal: false }
const blocked = { account_type: 'regular', business_status: 'blocked' } as const

test('admins are told about an appeal that a blocked closet cannot answer, and reminded', async () => {
  const claim = await withheld()
  const { rentalId, closet } = claim
  await db.updateTable('user_profiles').set(blocked).where('id', '=', closet.id).execute()
  expect((await casesForAdmins(db, admin, clock.now())).appeal.toAnswer).toMatchObject({ count: 0 })
  await file(claim)
  await notifyAboutAppeal(db, { rentalId, event: 'filed' }, place, clock.now())
  const reminder = { rentalId, event: 'remind', day: '2026-11-21' } as const
  await notifyAboutAppeal(db, reminder, place, clock.now())
  const jobs = await queuedJobs(pool, 'tell-admins')
  expect(jobs).toEqual([
    { event: 'appeal-to-answer', id: rentalId },
    { event: 'appeal-to-answer', id: `${rentalId}.2026-11-21` },
  ])
  for (const { id } of [...jobs, ...jobs])
    await notifyAdmins(db, { event: 'appeal-to-answer', id }, place, clock.now())
  const mails = await mailsTo(admin.id)
  expect(mails.map(({ template }) => template)).toEqual([
    'admin-appeal-to-answer',
    'admin-appeal-to-answer',
  ])
  expect(mails[0]?.text_body).toContain('“It was torn before.”')
  const [toRenter] = await mailsTo(claim.renter.id, 'appeal-filed')
  expect(toRenter?.text_body).toMatch(
    /We have until .+ to respond for .+\. If there is no response by then, you will get/,
  )
  expect(mails[0]?.text_body).toContain(`https://shop.example/admin/rentals/${rentalId}#appeal`)
  expect(await mailsTo(closet.id)).toEqual([])
  expect((await casesForAdmins(db, admin, clock.now())).appeal.toAnswer).toMatchObject({
    count: 1,
    rentalId,
  })
  await remindAdmins(db, place, clock.now())
  expect((await mailsTo(admin.id)).at(-1)?.text_body).toContain(
    '1 appeal needs an answer from an admin by',
  )
  const input = { rentalId, words: 'It was whole.', imageIds: [] }
  expect(await answerAppeal(db, admin, input, clock.now())).toMatchObject({ ok: true })
  expect((await casesForAdmins(db, admin, clock.now())).appeal.toAnswer).toMatchObject({ count: 0 })
})

test('when nobody answers for a blocked closet, neither side is told that the closet did not', async () => {
  const claim = await withheld()
  const { rentalId, closet, renter } = claim
  await db.updateTable('user_profiles').set(blocked).where('id', '=', closet.id).execute()
  await file(claim)
  await world.passDays(3)
  await notifyAboutAppeal(db, { rentalId, event: 'decided' }, place, clock.now())
  const [toCloset] = await mailsTo(closet.id)
  expect(toCloset?.text_body).toContain('Nobody answered the appeal about')
  const toRenter = (await mailsTo(renter.id)).find(({ template }) => template === 'appeal-decided')
  expect(toRenter?.text_body).toContain('Nobody answered your appeal about')
})

test('an appeal that an approved closet can answer is not for admins', async () => {
  const claim = await withheld()
  await file(claim)
  const before = (await queuedJobs(pool, 'tell-admins')).length
  await notifyAboutAppeal(db, { rentalId: claim.rentalId, event: 'filed' }, place, clock.now())
  expect(await queuedJobs(pool, 'tell-admins')).toHaveLength(before)
  expect(await mailsTo(claim.closet.id)).toMatchObject([{ template: 'appeal-filed-owner' }])
  expect((await casesForAdmins(db, admin, clock.now())).appeal.toAnswer).toMatchObject({ count: 0 })
})

const mailsTo = (id: PersonId, template = '%') =>
  db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('recipient_id', '=', id)
    .where('template', 'like', template)
    .orderBy('id')
    .execute()
