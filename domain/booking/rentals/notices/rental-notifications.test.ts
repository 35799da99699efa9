import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, datesInWords, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { messageKey, notifyAboutRental } from './rental-notifications.ts'
import { renterEmails } from './renter-emails.ts'

const { db, made: things } = await testDatabase()

test('each email about an event has its own key', () => {
  const rentalId: RentalId = newId()
  const keyOf = (index: number, occurrence?: string) =>
    messageKey({ rentalId, event: 'accept', ...(occurrence && { occurrence }) }, 'owner', index)
  expect([keyOf(0), keyOf(1), keyOf(2, '7')]).toEqual([
    ...[`rental-${rentalId}-accept-owner`, `rental-${rentalId}-accept-owner-2`],
    `rental-${rentalId}-accept-7-owner-3`,
  ])
})

test('an email to an owner links to that owner’s page of the rental', async () => {
  const linkFor = async (owner: Person) => {
    const { id: rentalId } = await things.rental({ item: await things.item({ closet: owner }) })
    const job = {
      rentalId,
      event: 'extend',
      origin: 'https://shop.example',
      by: 'renter',
    } as const
    await notifyAboutRental(db, job, new Date(), 'UTC')
    const mail = await readRow(db, 'mail_outbox', 'text_body', { recipient_id: owner.id })
    return /https:.*/.exec(mail.text_body)?.[0]?.replace(rentalId, 'id') ?? null
  }
  expect(await linkFor(await things.closet())).toBe('https://shop.example/business/rentals/id')
  expect(await linkFor(await things.admin())).toBe('https://shop.example/admin/rentals/id')
  expect(await linkFor(await things.shopper({ business_status: 'blocked' }))).toBeNull()
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
    // The email about a withheld amount needs a reason; the others ignore it.
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

/** Subject and paragraphs of the emails that a job sends, by recipient. */
async function emailsAbout(rentalId: RentalId, event: RentalEvent, by: 'renter' | 'admin') {
  const origin = 'https://shop.example'
  await notifyAboutRental(db, { rentalId, event, origin, by }, new Date(), 'UTC')
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['message_id', 'subject', 'text_body'])
    .where('message_id', 'like', `rental-${rentalId}-${event}-%`)
    .execute()
  const of = (side: string) => {
    const mail = mails.find((one) => one.message_id === `rental-${rentalId}-${event}-${side}`)
    if (!mail) return null
    const [, ...parts] = mail.text_body.split('\n\n')
    return [mail.subject, ...parts.slice(0, parts.indexOf(parts.find(isButton) ?? ''))]
  }
  return { renter: of('renter'), owner: of('owner') }
}
const isButton = (part: string) => part.startsWith('Open the rental')

test('the email about a canceled rental says how many credits are restored, until when, and on hold', async () => {
  const [now, soon, later] = [0, 1, 2].map((days) => new Date(Date.UTC(2026, 10, 20 + days)))
  if (!now || !soon || !later) throw new Error('three days')
  const item = await things.item({ creditsPerDay: 1, title: 'Gown', advance_booking: true })
  let start = parseCalendarDate('2026-12-01') ?? expect.unreachable()
  const refunded = async (lot: { expiring?: number; disputed?: number; price?: number }) => {
    const renter = await things.shopper()
    const disputedUntil = new Date('2098-01-01')
    if (lot.expiring) await things.credits(renter, lot.expiring, { now, expiresAt: soon })
    if (lot.disputed) await things.credits(renter, lot.disputed, { now, expiresAt: disputedUntil })
    start = addDays(start, 7)
    const { id } = await things.rental({
      item: { ...item, credits_per_day: lot.price ?? 1 },
      ...({ renter, start, createdAt: now, status: 'confirmed' } as const),
    })
    await updateRows(
      db,
      'credit_lots',
      { user_id: renter.id, expires_at: disputedUntil },
      { frozen_at: now },
    )
    const cancelled = await cancelRental(db, renter, { rentalId: id, origin: '' }, later)
    expect(cancelled.ok).toBe(true)
    const [subject, words, ...rest] = (await emailsAbout(id, 'cancel', 'renter')).renter ?? []
    const dates = datesInWords(start, addDays(start, 6))
    expect([subject, words]).toEqual([
      ...['Your rental of Gown was canceled', `You canceled your rental of Gown ${dates}.`],
    ])
    return rest
  }
  const back = 'Your 7 credits are back in your balance, usable until '
  const late = 'Nov 23, 2026.'
  const onHold = 'on hold while a payment is disputed.'
  expect(await refunded({})).toEqual([expect.stringContaining(back)])
  expect(await refunded({ expiring: 1 })).toEqual([
    `Your 7 credits are back in your balance, the first ones usable until ${late}`,
  ])
  expect(await refunded({ expiring: 7 })).toEqual([`${back}${late}`])
  expect(await refunded({ disputed: 1 })).toEqual([
    `You get 7 credits back. 1 of them is ${onHold}`,
  ])
  expect(await refunded({ disputed: 2 })).toEqual([
    `You get 7 credits back. 2 of them are ${onHold}`,
  ])
  expect(await refunded({ price: 0 })).toEqual([])
})

test('emails to the closet say how to reach the renter, and where the item is', async () => {
  const renter = await things.shopper({ full_name: 'Mia Moss' })
  const item = await things.item({ title: 'Gown' })
  const { id } = await things.rental({ item, renter, start: '2026-12-05', status: 'delivered' })
  const handover = async (delivery: {
    renter_phone?: string | null
    delivery_address?: string
  }) => {
    await db.updateTable('rentals').set(delivery).where('id', '=', id).execute()
    await db.deleteFrom('mail_outbox').where('message_id', 'like', `rental-${id}%`).execute()
    return (await emailsAbout(id, 'undo-deliver', 'renter')).owner?.slice(2)
  }
  expect(await handover({ renter_phone: null })).toEqual([
    'Mia Moss has not given a delivery address yet.',
  ])
  expect(await handover({ delivery_address: '5 Elm Street\nApt 2\nNew York' })).toEqual([
    'Address: 5 Elm Street, Apt 2, New York.',
  ])
  expect(await handover({ renter_phone: '212 555 0100' })).toEqual([
    'Phone: 212 555 0100. Address: 5 Elm Street, Apt 2, New York.',
  ])
  const sent = 'Mia Moss told us that Gown is on its way back to you.'
  const then = 'Please mark it as returned once you have it, and check its condition.'
  expect((await emailsAbout(id, 'send-back', 'renter')).owner?.slice(1)).toEqual([sent, then])
  await updateRows(db, 'rentals', id, { sent_back_at: new Date(), sent_back_tracking: '1Z 999' })
  await db.deleteFrom('mail_outbox').where('message_id', 'like', `rental-${id}%`).execute()
  expect((await emailsAbout(id, 'send-back', 'renter')).owner?.slice(1)).toEqual([
    `${sent} The tracking number is 1Z 999.`,
    then,
  ])
})

test('the email about a withheld deposit mentions only photos of the return and the review', async () => {
  const photosOf = async (step: 'delivery' | 'return' | 'review' | null) => {
    const closet = await things.closet()
    const item = await things.item({ closet })
    const { id } = await things.rental({ item, status: 'delivered' })
    if (step)
      await insertRows(db, 'rental_handovers', {
        ...{ id: newId(), rental_id: id, step, note: '', image_ids: [newId()] },
        ...{ written_by: closet.id, written_at: new Date() },
      })
    const on = { rentalId: id, origin: '', notes: 'Torn hem' }
    expect(await emailsAbout(id, 'keep-deposit', 'admin')).toEqual({ renter: null, owner: null })
    await recordReturn(db, closet, on, new Date())
    await keepDeposit(db, closet, { ...on, cents: 1 }, new Date())
    const { renter, owner } = await emailsAbout(id, 'keep-deposit', 'admin')
    expect(owner?.[0]).toBe(`$0.01 of the deposit for ${item.title} was kept`)
    return renter?.some((words) => words.endsWith('The photos taken at return are there, too.'))
  }
  expect([await photosOf('return'), await photosOf('review')]).toEqual([true, true])
  expect([await photosOf('delivery'), await photosOf(null)]).toEqual([false, false])
})

test('nobody gets an email about a rental that does not exist', async () => {
  expect(await emailsAbout(newId(), 'accept', 'admin')).toEqual({ renter: null, owner: null })
})
