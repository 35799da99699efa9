import type { Db } from '#db/connection.ts'
import type { ReturnReason } from '#db/enums.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { answerReturn } from '#domain/care/cases/answer-return.ts'
import { requestReturn } from '#domain/care/cases/returns.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Site } from '#test/app.ts'
import type { Screen } from '#test/worlds/screens.ts'
import { LONG_NAME, LONG_TITLE } from './long-words.ts'
import { make } from './make.ts'
import { assertOk } from './returning.ts'

type Requested = {
  readonly closet: ClosetOwner
  readonly renter: Shopper
  readonly title?: string
  readonly words?: string
  readonly reason?: ReturnReason
  readonly fitReturns?: boolean
  /** The last step to take. */
  readonly until: 'delivered' | 'requested' | 'contested' | 'accepted' | 'restored'
}

/** A rental delivered at `now`, with its return request up to that step. */
export async function requestedReturn(db: Db, requested: Requested, now: Date) {
  const { closet, renter, until, words = 'It is too small.', reason = 'does_not_fit' } = requested
  const made = make(db)
  const { title, fitReturns = true } = requested
  const named = title ? { title } : {}
  const item = await made.item({ closet, creditsPerDay: 2, fit_returns: fitReturns, ...named })
  const { id: rentalId } = await made.rental({ item, renter, status: 'delivered', createdAt: now })
  if (until === 'delivered') return rentalId
  const photo = { owner_id: renter.id, attached_at: null, use: 'return_request' } as const
  const imageIds = reason === 'not_as_described' ? [(await made.image(photo)).id] : []
  const input = { rentalId, reason, words, imageIds }
  assertOk(await requestReturn(db, renter, input, now, calendarDateIn('UTC', now)))
  if (until === 'requested') return rentalId
  const answer = until === 'contested' ? 'contest' : 'accept'
  assertOk(await answerReturn(db, closet, { rentalId, answer, words }, now))
  if (until !== 'restored') return rentalId
  assertOk(await recordReturn(db, closet, { rentalId, origin: 'https://x.example', note: '' }, now))
  return rentalId
}

/** The screens of return requests, with long texts. */
export async function returnScreens(
  { make: made, db, clock }: Site,
  by: { closet: ClosetOwner; admin: Admin },
): Promise<Screen[]> {
  const at = async (until: Requested['until'], more: Partial<Requested> = {}) => {
    const renter = await made.shopper({ full_name: LONG_NAME })
    const long = { title: LONG_TITLE, words: LONG_TITLE }
    const requested = { closet: by.closet, renter, ...long, until, ...more }
    return { renter, id: await requestedReturn(db, requested, clock.now()) }
  }
  const [delivered, open, contested, accepted] = [
    await at('delivered'),
    await at('requested'),
    await at('contested'),
    await at('accepted'),
  ]
  const mine = ({ renter, id }: typeof open, state: string, query = '') => ({
    ...{ route: 'account/rentals/my-rental', state, path: `/my-rentals/${id}${query}`, as: renter },
  })
  const { admin, closet } = by
  return [
    {
      ...mine(delivered, 'asking to send it back'),
      act: 'send an empty return request',
    },
    mine(open, 'return requested'),
    mine(open, 'withdrawing the return request', '?withdraw-return'),
    mine(accepted, 'return accepted'),
    {
      route: 'business/rental',
      state: 'return to answer',
      path: `/business/rentals/${open.id}`,
      as: closet,
    },
    { route: 'admin/cases/returns', state: 'as admin', path: '/admin/returns', as: admin },
    {
      route: 'admin/cases/return',
      state: 'as admin',
      path: `/admin/returns/${contested.id}`,
      as: admin,
    },
    {
      route: 'admin/cases/return',
      state: 'decided',
      path: `/admin/returns/${accepted.id}`,
      as: admin,
    },
  ]
}
