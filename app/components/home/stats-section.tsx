import { showNumber } from '#domain/shared/credits.ts'
import { SectionHeading } from './section-heading.tsx'
import type { HomeSection } from './section-types.ts'

// Every counter except that of the brands has a + (spec 13.1).
const words = {
  brands: { label: 'Brand Partners', plus: false },
  customers: { label: 'Happy Customers', plus: true },
  items: { label: 'Clothing Items', plus: true },
  rentals: { label: 'Items Rented', plus: true },
}

/** Large figures, separated by thin lines. */
export function StatsSection({ title, subtitle, counters }: HomeSection<'stats'>) {
  if (counters.length === 0) return null
  return (
    <section className="page-column">
      <SectionHeading title={title} subtitle={subtitle} className="mb-8" />
      <dl className="grid grid-cols-2 border-y border-line sm:flex">
        {counters.map(({ of, value }) => (
          <div key={of} className="counter">
            <dt className="text-sm text-soft">{words[of].label}</dt>
            <dd className="font-heading text-[clamp(2.5rem,1.800rem+3vw,4.25rem)] leading-none tabular-nums lining-nums">
              {showNumber(value)}
              {words[of].plus && <span className="text-accent-600">+</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
