import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { moveNames, rentalStages } from '#domain/booking/rentals/stage/rental-stage.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { agree, publishLegalPage } from '#domain/site/legal/legal.ts'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { needsConsent, withoutConsent } from './consent-to-accept.ts'
import { acceptRental, deliverRental, failDelivery } from './rental-steps.ts'

const { db, made, now, ok, lent } = await lentRentals()
const timeZone = 'America/New_York'

test('a closet accepts no request, in any way, before it agrees to new terms', async () => {
  const admin = await made.admin()
  const [first, second, byAdmin, accepted] = [
    await lent(),
    await lent(),
    await lent(),
    await lent('confirmed'),
  ]
  const next = {
    page: 'terms',
    ...{ body: 'Our new terms.', summary: 'Late fees are gone.', basedOn: 2, isDraft: false },
    appliesOn: calendarDateIn(timeZone, now),
  } as const
  const published = await publishLegalPage(db, admin, next, { now, timeZone })
  const due = { ok: false, problem: { reason: 'consent-due' } }
  for (const step of [acceptRental, deliverRental, failDelivery])
    expect(await step(db, first.closet, first.on, now)).toEqual(due)
  expect(await cancelRental(db, second.closet, second.on, now)).toMatchObject({ ok: true })
  expect(await acceptRental(db, admin, byAdmin.on, now)).toEqual(ok)
  // A rental that was accepted before continues.
  expect(await deliverRental(db, accepted.closet, accepted.on, now)).toEqual(ok)
  const version = published.ok ? published.value.version : 0
  await agree(db, first.closet, [{ page: 'terms', version }], now)
  expect(await acceptRental(db, first.closet, first.on, now)).toEqual(ok)
})

test('of the moves of a request only declining is left without consent, and all of the others stay', () => {
  const left = (stage: (typeof rentalStages)[number]) =>
    withoutConsent({ consentIsDue: true }, { stage, moves: moveNames }).moves
  for (const stage of rentalStages)
    expect([stage, left(stage)]).toEqual([stage, stage === 'requested' ? ['cancel'] : moveNames])
  expect(needsConsent('deliver', 'requested')).toBe(true)
  const request = { stage: 'requested', moves: moveNames } as const
  expect(withoutConsent({ consentIsDue: false }, request)).toBe(request)
})
