import type { Db } from '#db/connection.ts'
import { type Payment, paymentList } from '#domain/admin/lists/payment-list.ts'
import type { PaymentTerms } from '#domain/admin/lists/payment-terms.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { findPeople } from './find-people.ts'
import { findGifts, findItems, findRentals } from './find-records.ts'
import { type FoundRows, MAX_FOUND } from './found-rows.ts'
import { searchTerms } from './search-terms.ts'

export type Everything = Awaited<ReturnType<typeof findEverything>>

/**
 * What an admin's search finds of each kind, at most `MAX_FOUND` (spec 12.12). Each kind reads what
 * the words can mean for it by an index.
 */
export async function findEverything(db: Db, admin: Admin, typed: string, now: Date) {
  const terms = searchTerms(typed)
  const { payment } = terms
  const [people, closets, rentals, items, payments, gifts] = await Promise.all([
    findPeople(db, terms, 'people'),
    findPeople(db, terms, 'closets'),
    findRentals(db, terms),
    findItems(db, terms),
    findPayments(db, admin, payment),
    findGifts(db, terms, now),
  ])
  return { people, closets, rentals, items, payments, gifts }
}

/** Payments, unless some of the words say nothing about one. */
async function findPayments(
  db: Db,
  admin: Admin,
  terms: PaymentTerms | null,
): Promise<FoundRows<Payment>> {
  if (!terms) return { rows: [], hasMore: false, isPartial: false }
  const { rows, next, isPartial } = await paymentList(db, admin, { terms, size: MAX_FOUND })
  return { rows, hasMore: next !== null, isPartial }
}
