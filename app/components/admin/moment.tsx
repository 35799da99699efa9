import { createContext, useContext } from 'react'

/** The time zone of the shop: admins see the same times on the server and in every browser. */
export const ShopTimeZone = createContext('UTC')

/** A time in the time zone of the shop. */
export function Moment({ at, dayOnly = false }: { at: Date; dayOnly?: boolean }) {
  const timeZone = useContext(ShopTimeZone)
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: 'medium',
    ...(!dayOnly && { timeStyle: 'short' }),
  }).format(at)
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {text.replaceAll('\u202f', ' ')}
    </time>
  )
}
