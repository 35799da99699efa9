import type { Db } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { findPayments } from './find-payments.ts'
import { findPeople } from './find-people.ts'
import { findGifts, findItems, findRentals } from './find-records.ts'
import { foundRows } from './found-rows.ts'
import { searchTerms } from './search-terms.ts'

export type Everything = Awaited<ReturnType<typeof findEverything>>

/**
 * What an admin's search finds of each kind, at most `MAX_FOUND` (spec 12.11). Each kind reads what
 * the words can mean for it by an index.
 */
export async function findEverything(db: Db, _admin: Admin, typed: string, now: Date) {
  const terms = searchTerms(typed)
  const { payment } = terms
  const [people, closets, rentals, items, payments, gifts] = await Promise.all([
    findPeople(db, terms, 'people'),
    findPeople(db, terms, 'closets'),
    findRentals(db, terms),
    findItems(db, terms),
    payment ? findPayments(db, payment).then((rows) => foundRows(rows)) : foundRows([]),
    findGifts(db, terms, now),
  ])
  return { people, closets, rentals, items, payments, gifts }
}
