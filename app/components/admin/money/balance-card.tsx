import type { ReactNode } from 'react'
import { href } from 'react-router'
import { TextLink } from '#app/ui/text-link.tsx'
import type { BalanceFigures } from '#domain/money/balance/balance.ts'
import { SHARE_DAYS } from '#domain/money/balance/share-days.ts'
import { inWords } from '#domain/shared/figures.ts'

/** How much of the money that moved at Stripe our records explain. */
export function BalanceCard({ figures }: { figures: BalanceFigures }) {
  const { explainedPerMille, oldestHours } = figures
  return (
    <>
      <h2 className="mt-10 text-[1.75rem]">Money at Stripe</h2>
      <dl className="mt-4 border-t border-line">
        <Figure name={`Share explained, ${SHARE_DAYS} days`}>
          {explainedPerMille === null ? 'Nothing moved' : `${explainedPerMille / 10}%`}
        </Figure>
        <Figure name="Oldest unexplained">
          {oldestHours === null ? (
            'None'
          ) : (
            <TextLink to={`${href('/admin/money')}?part=unexplained`}>
              {ageWords(oldestHours)}
            </TextLink>
          )}
        </Figure>
      </dl>
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-3">
      <dt>{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}

function ageWords(hours: number): string {
  if (hours < 1) return 'Less than an hour'
  return hours < 48 ? inWords(hours, 'hour') : inWords(Math.floor(hours / 24), 'day')
}
