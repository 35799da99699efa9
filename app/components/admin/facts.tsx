import type { ReactNode } from 'react'

type Fact = readonly [name: string, value: ReactNode]

/** Names and values; empty ones are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(min(11rem,45%))_minmax(0,1fr)] gap-x-4 sm:gap-x-5 gap-y-1.5 text-[0.9375rem] [&_time]:whitespace-normal">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="wrap-anywhere text-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
