import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testClock } from '#test/clock.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { findMyRental } from './rental-queries.ts'

const { db, made } = await testDatabase()
const clock = testClock('2026-11-20T15:00:00Z')
const timeZone = 'America/New_York'
const origin = 'https://shop.example'
const ok = { ok: true, value: null }

/** Mia's rental of 14 credits at risk, from November 22 to 28. */
async function atRisk() {
  const closet = await made.closet({ full_name: 'The Evening Room' })
  const renter = await made.shopper({ full_name: 'Mia Moss' })
  const style = `Style ${newId()}`
  const rental = await rentalAtRisk({ db, make: made, clock }, { closet, renter, style })
  return { ...rental, closet, renter, style, title: rental.item.title }
}

/** Subject and paragraphs of the email that this person gets, without greeting and button. */
async function emailTo(person: Person, event: RentalEvent, rentalId: RentalId) {
  const by = event === 'swap' ? 'renter' : 'system'
  await notifyAboutRental(db, { rentalId, event, origin, by }, clock.now(), timeZone)
  const { subject, text_body } = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('recipient_id', '=', person.id)
    .where('template', 'like', `rental-${event}%`)
    .executeTakeFirstOrThrow()
  const [, ...rest] = text_body.split('\n\n')
  return [
    subject,
    ...rest.slice(
      0,
      rest.findIndex((part) => part.startsWith('Open the rental')),
    ),
  ]
}

test('a swap is confirmed to the renter, and the closet learns why', async () => {
  const { id, closet, renter, style, title } = await atRisk()
  const { id: itemId } = await made.item({ style })
  const today = calendarDateIn(timeZone, clock.now())
  const on = { rentalId: id, itemId, requestKey: newId(), origin }
  expect(await swapRental(db, renter, on, clock.now(), today, 'UTC')).toMatchObject({ ok: true })
  expect(await emailTo(renter, 'swap', id)).toEqual([
    `You swapped ${title} for another item`,
    `We canceled your rental of ${title} from Nov 22, 2026 to Nov 28, 2026 and requested the item you chose instead for the same days.`,
    'You pay no extra credits, and your deposit covers the new rental. If the new item costs less, the difference is back in your balance.',
    'You will get an email when its closet confirms the request.',
  ])
  expect(await emailTo(closet, 'swap', id)).toEqual([
    `Mia Moss chose another item instead of ${title}`,
    `${title} is late, so Mia Moss swapped it for another item. The rental from Nov 22, 2026 to Nov 28, 2026 is canceled. We know that this was not your fault.`,
  ])
})

test('when a closet cancels a swap to a more expensive item, only the renter’s own credits are restored', async () => {
  const { id, renter, style } = await atRisk()
  const other = await made.closet()
  const { id: itemId } = await made.item({ style, closet: other, creditsPerDay: 3 })
  const today = calendarDateIn(timeZone, clock.now())
  const on = { rentalId: id, itemId, requestKey: newId(), origin }
  const swapped = await swapRental(db, renter, on, clock.now(), today, 'UTC')
  if (!swapped.ok) throw new Error(swapped.problem.reason)
  const { rentalId } = swapped.value
  const paid = async () => await findMyRental(db, renter, rentalId, today, timeZone)
  expect(await paid()).toMatchObject({ totalCredits: 21, swapGoodwill: 7, creditsReturned: 0 })
  // Even in the minute before the goodwill would have expired.
  expect(await cancelRental(db, other, { rentalId, origin }, clock.now())).toEqual(ok)
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(14)
  expect(await paid()).toMatchObject({ swapGoodwill: 7, creditsReturned: 14 })
  const [, , words] = await emailTo(renter, 'cancel', rentalId)
  expect(words).toMatch(
    /^The 14 credits that you paid are back in your balance, usable until \w+ \d+, \d+\. We paid the other 7 when you swapped\.$/,
  )
})

test('renter and closet are emailed that a rental is no longer at risk', async () => {
  const { id, closet, renter, title } = await atRisk()
  const { at_risk_from } = await readRow(db, 'rentals', 'at_risk_from', id)
  if (!at_risk_from) throw new Error('the rental is not at risk')
  const on = { rentalId: at_risk_from, origin }
  expect(await recordReturn(db, closet, on, clock.now())).toEqual(ok)
  expect(await emailTo(renter, 'risk-over', id)).toEqual([
    `Your rental of ${title} is no longer at risk`,
    `We told you that ${title} might not be back in time. The delay is over, and your rental from Nov 22, 2026 to Nov 28, 2026 can go ahead as planned.`,
  ])
  expect(await emailTo(closet, 'risk-over', id)).toEqual([
    `The next rental of ${title} is no longer at risk`,
    `The delay is over, and Mia Moss’s rental of ${title} from Nov 22, 2026 to Nov 28, 2026 can go ahead as planned.`,
  ])
})
