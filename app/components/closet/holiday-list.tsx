import { href } from 'react-router'
import { dayInWords } from '#app/components/dates/dates-in-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Holiday, HolidayRentals } from '#domain/catalogue/items/listing/holidays.ts'
import { MAX_COUNTED } from '#domain/shared/lists/show-counted.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

type HolidayListProps = { holidays: readonly Holiday[]; today: CalendarDate }

type Range = { readonly start: CalendarDate; readonly end: CalendarDate }

function rangeIn({ start, end }: Range, today: CalendarDate): string {
  const first = dayInWords(start, today)
  return start === end ? first : `${first} – ${dayInWords(end, today)}`
}

export function HolidayList({ holidays, today }: HolidayListProps) {
  const days = (range: Range) => rangeIn(range, today)
  if (holidays.length === 0) return <p className="text-soft">No time off planned.</p>
  return (
    <ul aria-label="Time off" className="border-t border-line">
      {holidays.map((holiday) => (
        <li key={holiday.id} className="border-b border-line py-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="font-medium tabular-nums">{days(holiday)}</p>
            <Form method="post">
              <input type="hidden" name="intent" value="remove" />
              <input type="hidden" name="holiday" value={holiday.id} />
              <Button kind="quiet" size="small" className="max-md:min-h-11">
                Remove<span className="sr-only"> time off, {days(holiday)}</span>
              </Button>
            </Form>
          </div>
          {holiday.note && <p className="mt-1 max-w-prose wrap-anywhere">“{holiday.note}”</p>}
          {holiday.rented.length > 0 && (
            <div className="mt-2 text-sm">
              <p>
                {holiday.rentedTotal === 1
                  ? '1 rental already covers some of these days. It stays in place:'
                  : `${holiday.rentedTotal} rentals already cover some of these days. They stay in place:`}
              </p>
              <RentedDays rentals={holiday} today={today} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

type RentedDaysProps = { rentals: HolidayRentals; today: CalendarDate }

export function RentedDays({ rentals, today }: RentedDaysProps) {
  const { rented, rentedTotal, isPartial } = rentals
  return (
    <>
      <ul className="mt-1">
        {rented.map((rental) => (
          <li key={rental.rentalId} className="flex flex-wrap items-center gap-x-3">
            <Link
              to={href('/business/rentals/:id', { id: rental.rentalId })}
              className="inline-flex min-h-11 items-center text-link md:min-h-7"
            >
              {rental.title}
            </Link>
            <span className="text-soft tabular-nums">{rangeIn(rental, today)}</span>
          </li>
        ))}
      </ul>
      {rentedTotal > rented.length && (
        <p className="text-soft">and {rentedTotal - rented.length} more</p>
      )}
      {isPartial && (
        <p className="mt-2 text-soft">
          Only the {MAX_COUNTED.toLocaleString('en-US')} rentals that end first after this time off
          begins are listed and counted here.
        </p>
      )}
    </>
  )
}
