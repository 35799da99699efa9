import { expect, test } from 'vitest'
import type { ReturnRequestEvent } from '#db/jobs.ts'
import { deliverRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'
import { assertOk, returnedRentals } from '#test/make/returning.ts'
import { readRow } from '#test/postgres/rows.ts'
import { notifyAboutReturn } from './case-notifications.ts'
import { findReturn } from './find-return.ts'

const world = await returnedRentals()
const { db, made, now, today, origin } = world

/** A delivered rental from a swap to an item of 21 credits, of which the renter paid 14. */
async function swappedRental() {
  const style = `Style ${newId()}`
  const renter = await made.shopper()
  const clock = { now: () => now }
  const late = { closet: await made.closet(), renter, style }
  const { id } = await rentalAtRisk({ db, make: made, clock }, late)
  const closet = await made.closet()
  const item = await made.item({ closet, style, creditsPerDay: 3, fit_returns: true })
  const swap = { rentalId: id, itemId: item.id, requestKey: newId(), origin }
  const swapped = await swapRental(db, renter, swap, now, today, 'UTC')
  if (!swapped.ok) throw new Error(swapped.problem.reason)
  const { rentalId } = swapped.value
  const rental = { closet, item, renter, rentalId, on: { rentalId, origin, today } }
  assertOk(await deliverRental(db, closet, { ...rental.on, note: '' }, now))
  return rental
}

test('a swap to a more expensive item that does not fit costs the renter two days, like any rental', async () => {
  const rental = await swappedRental()
  assertOk(await world.ask(rental, 'does_not_fit'))
  assertOk(await world.answer(rental, 'accept'))
  await world.returnItem(rental)
  await world.approve(rental)
  // 8 of the 14 credits paid are restored; the 7 of goodwill lapse.
  expect(await world.balanceOf(rental.renter)).toBe(8)
  expect(await findReturn(db, rental.renter, rental.rentalId, now, today)).toMatchObject({
    request: { credits: 8 },
  })
  expect(await world.requestOf(rental)).toMatchObject({ credits_back: 15 })
  expect(await world.earnedFor(rental)).toEqual([['rental', 6 * 45]])
  await notifyAboutReturn(
    db,
    { rentalId: rental.rentalId, event: 'restored' },
    { origin, timeZone: 'UTC' },
    now,
  )
  const mail = await readRow(db, 'mail_outbox', 'text_body', {
    recipient_id: rental.renter.id,
    template: 'return-request-restored',
  })
  expect(mail.text_body).toContain('8 credits are back in your balance.')
})

test('a return after a swap to a more expensive item restores what the renter paid, and promises no more', async () => {
  const rental = await swappedRental()
  const { renter, closet, rentalId } = rental
  const found = async () => await findReturn(db, renter, rentalId, now, today)
  expect((await found())?.reasons).toEqual([
    { reason: 'does_not_fit', credits: 8 },
    { reason: 'not_as_described', credits: 14 },
  ])
  const emailAbout = async (event: ReturnRequestEvent, to: Shopper | ClosetOwner = renter) => {
    await notifyAboutReturn(db, { rentalId, event }, { origin, timeZone: 'UTC' }, now)
    const mail = db.selectFrom('mail_outbox').select(['subject', 'text_body'])
    const template = `return-request-${event}${to === closet ? '-owner' : ''}`
    const sent = mail.where('recipient_id', '=', to.id).where('template', '=', template)
    return await sent.executeTakeFirstOrThrow()
  }
  assertOk(await world.ask(rental, 'not_as_described'))
  expect((await emailAbout('requested')).text_body).toContain(
    'we will return 14 credits to your balance.',
  )
  assertOk(await world.answer(rental, 'accept'))
  expect((await found())?.request).toMatchObject({ status: 'accepted', credits: 14 })
  expect((await emailAbout('accepted')).text_body).toContain('You will get 14 credits back once')
  expect((await emailAbout('accepted', closet)).text_body).toContain(
    'will then get 14 credits back, and you will not be paid for 21 credits.',
  )
  await world.returnItem(rental)
  expect(await world.balanceOf(renter)).toBe(14)
  expect((await emailAbout('restored')).text_body).toContain('14 credits are back in your balance.')
  const toCloset = await emailAbout('restored', closet)
  expect(toCloset.subject).toContain(' got 14 credits back for ')
  expect(toCloset.text_body).toContain('got 14 credits back. You are not paid for 21 credits.')
  // The closet earns none of the 21 credits.
  expect(await world.requestOf(rental)).toMatchObject({ credits_back: 21 })
})
