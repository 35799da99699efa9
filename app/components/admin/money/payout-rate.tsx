import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { centsInWords } from '#app/components/charts/figure-words.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { AnnouncedRate } from '#domain/money/payouts/payout-rate.ts'

type PayoutRateProps = {
  cents: number
  announced: readonly AnnouncedRate[]
  /** What a spent credit brought in the last `days` days; null when none was spent. */
  broughtCents: number | null
  days: number
  announceTo: string
}

export function PayoutRate({ cents, announced, broughtCents, days, announceTo }: PayoutRateProps) {
  const isAbove = broughtCents !== null && cents > broughtCents
  return (
    <section aria-labelledby="rate" className="mt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="rate" className="text-[1.75rem]">
          Rate
        </h2>
        <LinkButton to={announceTo} kind="secondary" size="small" preventScrollReset>
          Announce a new rate
        </LinkButton>
      </div>
      <div className="mt-3 border-t border-line pt-4">
        <p className={isAbove ? 'font-medium text-danger' : ''}>
          {broughtCents === null
            ? `No credits were spent in the last ${days} days. You pay ${cents}¢.`
            : `A spent credit brought ${centsInWords(broughtCents)} in ${days} days, you pay ${cents}¢`}
        </p>
        <p className="mt-1 text-sm text-soft">
          {isAbove ? 'You pay more per credit than it brings in. ' : ''}After card and subscription
          fees. Free credits count as $0.{' '}
          <TextLink to={href('/admin/figures')}>Month by month</TextLink>
        </p>
        {announced.length > 0 && (
          <ul className="mt-4">
            {announced.map(({ cents: next, fromAt }) => (
              <li key={`${fromAt.toISOString()} ${next}`}>
                From <Moment at={fromAt} as="day" />: {next}¢
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
