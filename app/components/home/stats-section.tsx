import { showNumber } from '#domain/shared/credits.ts'
import { SectionHeading } from './section-heading.tsx'
import type { StatsProps } from './section-types.ts'

/** Figures set like figures in a magazine: large, quiet, parted by hairlines. */
export function StatsSection({ title, subtitle, counters, note }: StatsProps) {
  if (counters.length === 0) return null
  return (
    <section className="page-column">
      <SectionHeading title={title} subtitle={subtitle} className="mb-8" />
      <dl className="grid grid-cols-2 border-y border-line sm:flex">
        {counters.map(({ label, value, plus }) => (
          <div
            key={label}
            className="flex flex-1 flex-col-reverse justify-end gap-2 border-line py-7 odd:pr-4 even:border-l even:pl-5 sm:border-l sm:px-8 sm:py-10 sm:first:border-l-0 sm:first:pl-0 max-sm:[&:nth-child(n+3)]:border-t"
          >
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="font-heading text-[clamp(2.5rem,1.800rem+3vw,4.25rem)] leading-none tabular-nums lining-nums">
              {showNumber(value)}
              {plus && <span className="text-accent-600">+</span>}
            </dd>
          </div>
        ))}
      </dl>
      {note && <p className="mt-3 text-sm text-soft">{note}</p>}
    </section>
  )
}
