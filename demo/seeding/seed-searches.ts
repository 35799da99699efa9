import type { Db } from '#db/connection.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addRows } from './add-rows.ts'

const missed = [
  { days: 2, size: 'XL', category: 'Gown', searches: 14 },
  { days: 3, size: 'M', category: 'Jumpsuit', searches: 9 },
  { days: 9, size: 'XXL', category: 'Dress', searches: 11 },
  { days: 16, size: 'XS', category: 'Coat', searches: 6 },
  { days: 30, size: 'XL', category: 'Gown', searches: 12 },
  { days: 44, size: '', category: 'Jumpsuit', searches: 5 },
] as const

/** Adds searches without a hit, which closets see in their figures. */
export async function seedSearches(db: Db, today: CalendarDate): Promise<void> {
  await addRows(
    db,
    'unmet_searches',
    missed.map(({ days, ...counted }) => ({ searched_on: addDays(today, -days), ...counted })),
  )
}
