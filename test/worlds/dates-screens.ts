import { changeDates } from '#domain/booking/rentals/dates/change-dates.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Site } from '#test/app.ts'
import { LONG_NAME } from '#test/make/long-words.ts'
import { updateRows } from '#test/postgres/rows.ts'
import type { Screen } from './screens.ts'

const TIME_ZONE = 'America/New_York'

/** A rental whose renter would like other dates, of both sides, and the question before that. */
export async function datesScreens(
  site: Site,
  { closet, title }: { readonly closet: ClosetOwner; readonly title: string },
): Promise<Screen[]> {
  const { make, db, clock } = site
  const now = clock.now()
  const today = calendarDateIn(TIME_ZONE, now)
  const renter = await make.readyShopper({ credits: 200 })
  await updateRows(db, 'user_profiles', renter.id, { full_name: LONG_NAME })
  const confirmed = async () => {
    const item = await make.item({ closet, title, creditsPerDay: 2, advance_booking: true })
    const dates = { start: addDays(today, 10), createdAt: now }
    return (await make.rental({ item, renter, status: 'confirmed', ...dates })).id
  }
  const [asking, waiting] = [await confirmed(), await confirmed()]
  const wanted = { start: addDays(today, 12), end: addDays(today, 25) }
  const on = { rentalId: waiting, ...wanted, requestKey: newId(), origin: 'http://localhost' }
  const answer = await changeDates(db, renter, on, now, today, TIME_ZONE)
  if (!answer.ok) throw new Error(answer.problem.reason)
  const own = (state: string, path: string): Screen => ({
    ...{ route: 'account/rentals/my-rental', state, path: `/my-rentals/${path}`, as: renter },
  })
  return [
    own('other dates', `${asking}?${new URLSearchParams(wanted)}`),
    own('dates in the past', `${asking}?start=2020-01-01&end=2020-01-02`),
    own('other dates asked for', waiting),
    {
      ...{ route: 'business/rental', state: 'other dates to answer', as: closet },
      path: `/business/rentals/${waiting}`,
    },
  ]
}
