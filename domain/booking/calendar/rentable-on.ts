import { type RawBuilder, sql } from 'kysely'
import type { PersonId, RentalId } from '#db/ids.ts'
import { MAX_NOTICE_DAYS } from '#domain/accounts/people/notice.ts'
import { addDays, type CalendarDate, daysBetween } from '#domain/shared/time/calendar-date.ts'
import { isOnHoliday } from './closet-holidays.ts'

/** How many days after today an item that is not back stays blocked for others. */
const LATE_ITEM_DAYS = 3

export type DateRange = { readonly start: CalendarDate; readonly end: CalendarDate }

/**
 * SQL condition: an item can be rented from `start` to `end`, both included (spec 4.2). It is not
 * paused, its closet gets the notice that it asks for, and its calendar is free: the same rule as in
 * the database's `check_item_availability`, for statements over many items. An item that is not back
 * after its last day is blocked even if it does not count as late yet, so both compare the last day
 * itself. An offer of the waitlist to `shopper` does not block its days for them.
 * @param item the alias of `clothing_items` in the statement
 * @param added for days that are added to a rental of the item
 */
export function rentableOn(
  item: string,
  { start, end }: DateRange,
  today: CalendarDate,
  shopper: PersonId | null = null,
  added: AddedTo | null = null,
): RawBuilder<boolean> {
  const i = sql.id(item)
  // An item that takes one rental at a time is not available because of this one.
  const available = added ? sql`true` : sql`${i}.available`
  const turnaround = added?.turnaround ?? sql`${i}.turnaround_days`
  const notice = added && !added.needsNotice ? sql`` : withNotice(i, start, today)
  return sql<boolean>`(${available} and not ${i}.paused ${notice}
    and not exists (select from booked_periods b where b.item_id = ${i}.id
      and b.period && daterange(${start}::date, ${end}::date + ${turnaround}, '[]')
      ${unlessOfferedTo(shopper)} ${unlessOf(added)})
    and not ${isOfferedToOthers(item, shopper)}
    and not exists (select from rental_availability a where a.item_id = ${i}.id
      and a.blocked_date between ${start}::date and ${end}::date)
    and not ${isOnHoliday(sql`${i}.business_id`, { start, end })}
    and not exists (select from rentals late where late.item_id = ${i}.id
      and late.status = 'delivered' and late.return_status <> 'returned'
      and late.end_date < ${today}::date
      and ${start}::date <= ${addDays(today, LATE_ITEM_DAYS)}::date + ${i}.turnaround_days))`
}

/** A rental that would also have these days. */
type AddedTo = {
  readonly rentalId: RentalId
  /** It would begin earlier. */
  readonly needsNotice: boolean
  /** Days after its last day: those of the rental, whatever the item has now. */
  readonly turnaround: RawBuilder<number>
}

/** SQL: leaves out rows of `booked_periods b` that are of this rental. */
function unlessOf(added: AddedTo | null): RawBuilder<unknown> {
  return added
    ? sql`and b.rental_id is distinct from ${added.rentalId}
        and b.proposed_by is distinct from ${added.rentalId}`
    : sql``
}

/** SQL: nobody asks for more notice than the maximum, so that later dates need no look. */
function withNotice(i: RawBuilder<unknown>, start: CalendarDate, today: CalendarDate) {
  const notice = daysBetween(today, start)
  if (notice >= MAX_NOTICE_DAYS) return sql``
  return sql`and (select lister.notice_days from user_profiles lister
    where lister.id = ${i}.business_id) <= ${notice}`
}

/** SQL: leaves out rows of `booked_periods b` that are an offer to this shopper, or held for them. */
export function unlessOfferedTo(shopper: PersonId | null): RawBuilder<unknown> {
  return shopper
    ? sql`and b.held_for is distinct from ${shopper} and not exists (select from waitlist_entries w
        where w.id = b.waitlist_entry_id and w.shopper_id = ${shopper})`
    : sql``
}

/**
 * An item that takes one rental at a time is blocked on every day while somebody has an offer, or
 * pays for it.
 */
function isOfferedToOthers(item: string, shopper: PersonId | null): RawBuilder<boolean> {
  const i = sql.id(item)
  const others = shopper ? sql`and w.shopper_id <> ${shopper}` : sql``
  const notHeldFor = shopper ? sql`and h.held_for <> ${shopper}` : sql``
  return sql<boolean>`(not ${i}.advance_booking and (exists (select from waitlist_entries w
      where w.item_id = ${i}.id and w.status = 'offered' ${others})
    or exists (select from booked_periods h
      where h.item_id = ${i}.id and h.order_id is not null ${notHeldFor})))`
}

type Days = Readonly<Record<'from' | 'to' | 'today', CalendarDate>> & {
  /** An offer of the waitlist to this person does not block its days. */
  readonly shopper?: PersonId | null | undefined
  /** For days that are added to a rental of the item. */
  readonly added?: AddedTo | null
}

/**
 * The days, from `from` to `to`, on which an item cannot be rented because of its rentals and of
 * offers: a rental is possible exactly when none of its days is among them. Days on which the
 * turnaround would run into the next rental count too.
 */
export function rentedDays(
  item: string,
  { from, to, today, shopper = null, added = null }: Days,
): RawBuilder<unknown> {
  const i = sql.id(item)
  const turnaround = added?.turnaround ?? sql`${i}.turnaround_days`
  return sql`select day::date::text
    from booked_periods b
    cross join generate_series(greatest(lower(b.period) - ${turnaround}, ${from}::date),
      least(upper(b.period) - 1, ${to}::date), interval '1 day') day
    where b.item_id = ${i}.id ${unlessOfferedTo(shopper)} ${unlessOf(added)}
    union
    select day::date::text
    from generate_series(${from}::date, ${to}::date, interval '1 day') day
    where ${isOfferedToOthers(item, shopper)}
    union
    select day::date::text
    from rentals late
    cross join generate_series(${from}::date,
      ${today}::date + ${sql.lit(LATE_ITEM_DAYS)} + ${i}.turnaround_days, interval '1 day') day
    where late.item_id = ${i}.id and late.status = 'delivered'
      and late.return_status <> 'returned' and late.end_date < ${today}::date`
}
