import { showNumber } from '#domain/shared/credits.ts'
import type { SiteFigures } from '#domain/site/about/about.ts'

/** The five numbers, with their + and % (spec 14.2). */
export function Figures({ figures }: { figures: SiteFigures }) {
  const shown = [
    { label: 'Partner Businesses', value: figures.partnerBusinesses, sign: '+' },
    { label: 'Brand Partners', value: figures.brandPartners, sign: '' },
    { label: 'Happy Customers', value: figures.happyCustomers, sign: '+' },
    { label: 'Clothing Items', value: figures.clothingItems, sign: '+' },
    { label: 'Satisfaction', value: figures.satisfaction, sign: '%' },
  ]
  return (
    <dl className="mt-12 grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-3 lg:grid-cols-5">
      {shown.map(({ label, value, sign }) => (
        <div key={label} className="flex flex-col-reverse border-t-2 border-accent-600 pt-4">
          <dt className="mt-1 text-sm text-soft">{label}</dt>
          <dd className="font-heading text-[clamp(2.25rem,1.6rem+2.4vw,3.75rem)] leading-none tabular-nums lining-nums">
            {`${showNumber(value)}${sign}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
