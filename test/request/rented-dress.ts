import { beforeEach } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Site } from '#test/app.ts'

/** A closet's rental of a gown, on a site whose clock is reset before each test. */
export function rentedDresses(site: Site) {
  const { make, db, clock } = site
  const begun = clock.now()
  const today = calendarDateIn('America/New_York', begun)
  // A test that advances the clock must not change the next one's date.
  beforeEach(() => clock.set(begun))

  return {
    today,
    rentalRow: (id: RentalId) =>
      db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async rentedDress(start = today) {
      const closet = await make.closet()
      const renter = await make.shopper()
      const item = await make.item({ closet, title: 'Emerald gown' })
      const rental = await make.rental({ item, renter, start })
      return { closet, renter, item, rental, path: `/business/rentals/${rental.id}` }
    },
    async mailsAbout(rentalId: string) {
      await site.drainJobs()
      const rows = await db
        .selectFrom('mail_outbox')
        .select('template')
        .where('message_id', 'like', `rental-${rentalId}-%`)
        .execute()
      return rows.map(({ template }) => template).toSorted()
    },
  }
}
