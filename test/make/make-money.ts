import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalStatus } from '#db/enums.ts'
import type { DepositId, ItemId, OrderId, PersonId } from '#db/ids.ts'
import { answerTime } from '#domain/booking/rentals/stage/answer-time.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { lockWallet, mint, rentalKey, spend } from '#domain/money/credits/credits.ts'
import { findDeposit, holdDeposit } from '#domain/money/deposits/deposits.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import type { MakeThings } from './make.ts'

export interface RentalInput {
  readonly item?: {
    readonly id: ItemId
    readonly business_id: PersonId
    readonly credits_per_day: number
    readonly advance_booking?: boolean
    readonly turnaround_days?: number
  }
  readonly renter?: Person
  /** 'YYYY-MM-DD'. */
  readonly start?: string
  readonly days?: number
  readonly status?: RentalStatus
  readonly createdAt?: Date
}

/** Credits, deposits and rentals, with everything that the integrity checks require. */
export function makeMoney(db: Db, things: MakeThings) {
  async function credits(
    person: Person,
    amount: number,
    { expiresAt = new Date('2099-01-01'), now = new Date() } = {},
  ): Promise<void> {
    const key = `grant:${newId()}`
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, person.id)
      await mint(tx, { userId: person.id, key, source: 'grant', amount, expiresAt }, now)
    })
  }

  /** A paid deposit of $50; returns its id. */
  async function deposit(person: Person, { paidAt = new Date() } = {}): Promise<DepositId> {
    const orderId: OrderId = newId()
    const paymentIntent = `pi_${orderId}`
    const amountCents = 5000
    await inTransaction(db, async (tx) => {
      await insertRows(tx, 'checkout_orders', {
        id: orderId,
        user_id: person.id,
        product_type: 'deposit',
        amount_cents: amountCents,
        credits: 0,
        status: 'fulfilled',
        stripe_session_id: `cs_${orderId}`,
        payment_intent: paymentIntent,
        created_at: paidAt,
        paid_at: paidAt,
        fulfilled_at: paidAt,
      })
      await holdDeposit(tx, { userId: person.id, orderId, paymentIntent, amountCents, paidAt })
    })
    return liveDeposit(person)
  }

  async function liveDeposit(person: Person): Promise<DepositId> {
    return (await findDeposit(db, person.id))?.id ?? (await deposit(person))
  }

  /** A shopper who can rent at once. */
  async function readyShopper({ credits: amount = 100 } = {}) {
    const person = await things.shopper()
    await credits(person, amount)
    await deposit(person)
    return person
  }

  /**
   * A rental in any state, with its deposit and exactly the credits that it costs. Makes a renter
   * if none is given.
   */
  async function rental(input: RentalInput = {}) {
    const { days = 7, status = 'pending', createdAt = new Date() } = input
    const item = input.item ?? (await things.item())
    const renter = input.renter ?? (await things.shopper())
    const start = dayOf(input.start ?? dayAfter(createdAt.toISOString().slice(0, 10), 1))
    const { totalCredits } = quote(item.credits_per_day, days)
    const depositId = await liveDeposit(renter)
    const lives = ['pending', 'confirmed', 'delivered'].includes(status)
    const wasPaid = status !== 'cancelled'
    if (wasPaid && totalCredits > 0) await credits(renter, totalCredits, { now: createdAt })
    const wasDelivered = status === 'delivered' || status === 'completed'
    return inTransaction(db, async (tx) => {
      await lockWallet(tx, renter.id)
      const row = await tx
        .insertInto('rentals')
        .values({
          id: newId(),
          request_key: newId(),
          renter_id: renter.id,
          owner_id: item.business_id,
          item_id: item.id,
          deposit_id: depositId,
          start_date: start,
          end_date: dayAfter(start, days - 1),
          total_days: days,
          credits_per_day: item.credits_per_day,
          total_credits: totalCredits,
          deposit_amount: 5000,
          created_at: createdAt,
          answer_by: answerTime({ start: start, requestedAt: createdAt }, 'UTC'),
          exclusive: !item.advance_booking,
          turnaround_days: item.turnaround_days ?? 0,
          status,
          ...(status === 'confirmed' && {
            confirmed_at: createdAt,
            confirmed_by: item.business_id,
          }),
          ...(status === 'cancelled' && {
            cancelled_at: createdAt,
            cancelled_by: renter.id,
            cancellation: 'by_shopper' as const,
          }),
          ...(wasDelivered && {
            delivery_status: 'delivered' as const,
            delivered_at: createdAt,
            delivered_by: item.business_id,
          }),
          ...(status === 'completed' && {
            return_status: 'returned' as const,
            returned_at: createdAt,
            returned_by: item.business_id,
            condition_status: 'approved' as const,
            condition_reviewed_at: createdAt,
            condition_reviewed_by: item.business_id,
          }),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      if (wasPaid) {
        const key = rentalKey({ rentalId: row.id })
        const operation = { userId: renter.id, rentalId: row.id, amount: totalCredits, key }
        const spent = await spend(tx, operation, createdAt)
        if (!spent.ok) throw new Error(spent.problem.reason)
      }
      await updateRows(tx, 'clothing_items', item.id, {
        available: !lives || item.advance_booking === true,
      })
      return row
    })
  }

  return { credits, deposit, readyShopper, rental }
}

function dayOf(text: string): CalendarDate {
  const day = parseCalendarDate(text)
  if (!day) throw new Error(`${text} is not a day`)
  return day
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
