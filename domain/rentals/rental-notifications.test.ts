import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { currentJob, notifyAboutRental } from './rental-notifications.ts'
import { keepDeposit } from './rental-review.ts'
import { recordReturn } from './rental-steps.ts'
import { renterEmails } from './renter-emails.ts'

const { db } = await testDatabase()
const things = make(db)

test('a job that an older release left in the queue writes the same email, once', async () => {
  const { id: rentalId } = await things.rental({ status: 'confirmed' })
  const left = { rentalId, news: 'accepted', origin: 'https://shop.example', event: newId() }
  const now = new Date()
  for (const by of ['owner', 'owner'] as const)
    await notifyAboutRental(db, currentJob({ ...left, by }), now, 'UTC')
  const mails = await db
    .selectFrom('mail_outbox')
    .select('template')
    .where('message_id', 'like', `%${rentalId}%`)
    .execute()
  expect(mails).toEqual([{ template: 'rental-accept' }])
  expect(currentJob({ ...left, by: 'house' }).by).toBe('system')
  const renamed = {
    rentalId,
    origin: left.origin,
    by: 'admin',
    event: 'reduce-kept-deposit',
  } as const
  expect(currentJob(renamed).event).toBe('reduce-withheld')
})

/** The email about a rental that its renter gets. */
async function mailToRenter(rentalId: RentalId, event: RentalEvent) {
  const origin = 'https://shop.example'
  const by = event === 'request' ? 'renter' : 'owner'
  await notifyAboutRental(db, { rentalId, event, origin, by }, new Date(), 'UTC')
  return db
    .selectFrom('mail_outbox')
    .select(['text_body', 'html_body'])
    .where('message_id', 'like', `%${rentalId}%`)
    .where('template', '=', `rental-${event}`)
    .executeTakeFirstOrThrow()
}

test('every email to a renter links to the page of that rental', async () => {
  for (const event of Object.keys(renterEmails) as RentalEvent[]) {
    const closet = await things.closet()
    const item = await things.item({ closet })
    const { id } = await things.rental({ item, status: 'delivered' })
    // An email about a withheld amount needs one; the others ignore it.
    const on = { rentalId: id, origin: 'https://shop.example', notes: 'Torn hem' }
    const returned = await recordReturn(db, closet, on, new Date())
    const withheld = await keepDeposit(db, closet, { ...on, cents: 100 }, new Date())
    expect([returned.ok, withheld.ok]).toEqual([true, true])
    const mail = await mailToRenter(id, event)
    const address = `https://shop.example/my-rentals/${id}`
    expect([event, mail.text_body]).toEqual([event, expect.stringContaining(`:\n${address}\n`)])
    expect([event, mail.html_body]).toEqual([event, expect.stringContaining(`href="${address}"`)])
  }
})

test.each([
  'accept',
  'deliver',
  'ask-about-delivery',
  'remind-of-return',
  'remind-of-overdue',
  'mark-late',
  'undo-deliver',
  'undo-return',
  'reopen',
] as const)('the mail "%s" names the phone number of the closet', async (event) => {
  const closet = await things.closet({ full_name: 'The Evening Room', phone: '(646) 555-0199' })
  const item = await things.item({ closet })
  const { id } = await things.rental({ item, status: 'confirmed' })
  const { text_body } = await mailToRenter(id, event)
  expect(text_body).toContain('You can reach The Evening Room at (646) 555-0199.')
})

test('for a closet without a phone number, the email gives the contact details on the rental page', async () => {
  const item = await things.item({ closet: await things.closet({ full_name: 'Mara Quill' }) })
  const { id } = await things.rental({ item, status: 'confirmed' })
  const { text_body } = await mailToRenter(id, 'accept')
  expect(text_body).toContain(
    'You can reach Mara Quill with the contact details on your rental page.',
  )
})

test('the mail about a request names the days between rentals, if there are any', async () => {
  const mailToOwner = async (turnaround_days: number) => {
    const item = await things.item({ turnaround_days })
    const { id: rentalId } = await things.rental({ item, start: '2026-12-05', days: 7 })
    const job = {
      rentalId,
      event: 'request',
      origin: 'https://shop.example',
      by: 'renter',
    } as const
    await notifyAboutRental(db, job, new Date(), 'UTC')
    const { text_body } = await db
      .selectFrom('mail_outbox')
      .select('text_body')
      .where('message_id', 'like', `%${rentalId}%owner%`)
      .executeTakeFirstOrThrow()
    return text_body
  }
  expect(await mailToOwner(0)).not.toContain('held for you')
  expect(await mailToOwner(1)).toContain(
    'The day after the rental, Dec 12, 2026, is held for you to prepare the item.',
  )
  expect(await mailToOwner(3)).toContain(
    'The three days after the rental, until Dec 14, 2026, are held for you to prepare the item.',
  )
})
