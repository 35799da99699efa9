import { href } from 'react-router'
import { dayInWords } from '#app/components/dates/dates-in-words.ts'
import { shortDates } from '#app/components/dates/short-range.ts'
import type { OwnHome } from '#app/components/home/own-home.tsx'
import type { HomeViewer } from '#domain/booking/rentals/lists/home-viewer.ts'
import { emptySearch, searchAddress } from '#domain/catalogue/search/search-query.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** What the home page says to a shopper: their next rental, and a search in their size and city. */
export function ownHome({ rental, size, city }: HomeViewer, today: CalendarDate): OwnHome {
  const searched = { size: size ? [size] : [], city: city ? [city] : [] }
  const what = size ? `size ${size}` : null
  return {
    rental: rental && {
      to: href('/my-rentals/:id', { id: rental.id }),
      title: rental.title,
      when: when(rental, today),
    },
    browse:
      what || city
        ? {
            to: searchAddress(emptySearch, searched),
            text: `Browse ${[what, city].filter(Boolean).join(' in ')}`,
          }
        : null,
  }
}

function when(
  { status, start, end }: NonNullable<HomeViewer['rental']>,
  today: CalendarDate,
): string {
  if (status !== 'delivered')
    return `${status === 'pending' ? 'requested' : 'booked'} ${start === end ? '' : 'for '}${shortDates(start, end, today)}`
  if (end < today) return `was due back ${dayInWords(end, today)}`
  return end === today ? 'due back today' : `due back ${dayInWords(end, today)}`
}
