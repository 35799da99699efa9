import { createContext, useContext } from 'react'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

/** The time zone of the shop: admins see the same times on the server and in every browser. */
export const ShopTimeZone = createContext('UTC')

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
