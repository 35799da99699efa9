import type { ReturnReason } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { approveCondition } from '#domain/booking/rentals/changes/rental-review.ts'
import { deliverRental, recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { answerReturn, type ReturnAnswer } from '#domain/care/cases/answer-return.ts'
import { requestReturn } from '#domain/care/cases/returns.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { ClosetOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'

const HOUR_MS = 3_600_000

/** Rentals delivered at `now`, and requests to send them back. */
export async function returnedRentals(options: Parameters<typeof testDatabase>[0] = {}) {
  const { db, pool, made } = await testDatabase(options)
  const now = new Date('2026-11-20T15:00:00Z')
  const hours = (more: number) => new Date(now.getTime() + more * HOUR_MS)
  const today = calendarDateIn('UTC', now)
  const origin = 'https://shop.example'
  const admin = await made.admin()

  /** Rented for a week at 2 credits a day. By default the item allows fit returns. */
  async function rented({ fitReturns = true, renter: given = null as Shopper | null } = {}) {
    const closet = await made.closet()
    const item = await made.item({ closet, creditsPerDay: 2, fit_returns: fitReturns })
    const renter = given ?? (await made.readyShopper())
    const dates = { start: today, end: addDays(today, 6) }
    const request = { itemId: item.id, ...dates, requestKey: newId(), origin }
    const outcome = await requestRental(db, renter, request, now, today, 'UTC')
    if (!outcome.ok) throw new Error(outcome.problem.reason)
    const { rentalId } = outcome.value
    return { closet, item, renter, rentalId, on: { rentalId, origin, today } }
  }

  type Rented = Awaited<ReturnType<typeof rented>>

  /** The same, delivered at `now`. */
  async function delivered(options: Parameters<typeof rented>[0] = {}) {
    const rental = await rented(options)
    assertOk(await deliverRental(db, rental.closet, { ...rental.on, note: '' }, now))
    return rental
  }

  /** The same, with a request to send it back. */
  async function requested(reason: ReturnReason = 'does_not_fit', options = {}) {
    const rental = await delivered(options)
    assertOk(await ask(rental, reason))
    return rental
  }

  async function photo(person: Person) {
    return (await made.image({ owner_id: person.id, attached_at: null, use: 'return_request' })).id
  }

  async function ask(
    { renter, rentalId }: Pick<Rented, 'renter' | 'rentalId'>,
    reason: ReturnReason,
    when = now,
    on = today,
  ) {
    const imageIds = reason === 'not_as_described' ? [await photo(renter)] : []
    const input = { rentalId, reason, words: 'Too small at the waist.', imageIds }
    return await requestReturn(db, renter, input, when, on)
  }

  async function answer(
    { closet, rentalId }: Rented,
    given: ReturnAnswer,
    { who = closet as ClosetOwner, words = 'It was worn.', when = now } = {},
  ) {
    return await answerReturn(db, who, { rentalId, answer: given, words }, when)
  }

  async function returnItem({ closet, on }: Rented, when = now) {
    assertOk(await recordReturn(db, closet, { ...on, note: '' }, when))
  }

  async function approve({ closet, on }: Rented, when = now) {
    assertOk(await approveCondition(db, closet, on, when))
  }

  const requestOf = ({ rentalId }: { readonly rentalId: RentalId }) =>
    db
      .selectFrom('return_requests')
      .selectAll()
      .where('rental_id', '=', rentalId)
      .executeTakeFirst()
  const earnedFor = async ({ rentalId }: Rented) => {
    const rows = await db
      .selectFrom('earnings')
      .select(['kind', 'amount_cents'])
      .where('rental_id', '=', rentalId)
      .orderBy('earned_at')
      .orderBy('id')
      .execute()
    return rows.map(({ kind, amount_cents }) => [kind, amount_cents])
  }
  const balanceOf = ({ id }: Shopper, when = now) => creditsBalance(db, id, when)
  return {
    ...{ db, pool, made, now, hours, today, origin, admin },
    ...{ rented, delivered, requested, photo, ask, answer, returnItem, approve },
    ...{ requestOf, earnedFor, balanceOf },
  }
}

export function assertOk(outcome: Outcome<unknown, { readonly reason: string }>): void {
  if (!outcome.ok) throw new Error(outcome.problem.reason)
}

/** The reason of a refusal; null if it succeeded. */
export function reasonOf(outcome: Outcome<unknown, { readonly reason: string }>): string | null {
  return outcome.ok ? null : outcome.problem.reason
}
