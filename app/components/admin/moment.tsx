import { createContext, useContext } from 'react'

/** The house's time zone: what admins read is the same on the server and in every browser. */
export const HouseZone = createContext('UTC')

/** An instant as the house's clock shows it. */
export function Moment({ at, dayOnly = false }: { at: Date; dayOnly?: boolean }) {
  const timeZone = useContext(HouseZone)
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
