import { useContext } from 'react'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

type MomentProps = {
  at: Date
  /** A day has no time. */
  as?: 'day' | 'time'
}

const TEXTS = {
  day: (at: Date, timeZone: string) => showDate(calendarDateIn(timeZone, at)),
  time: showInstant,
} as const

export function Moment({ at, as = 'time' }: MomentProps) {
  const timeZone = useContext(ShopTimeZone)
  return (
    // A time can wrap: with its time zone it is too long for a phone with large text.
    <time dateTime={at.toISOString()} className={as === 'time' ? undefined : 'whitespace-nowrap'}>
      {TEXTS[as](at, timeZone)}
    </time>
  )
}
