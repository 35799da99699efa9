import { importColumns } from '#app/components/imports/import-columns.ts'
import { writeCsv } from '#app/responses/csv.ts'

const EXAMPLES = [
  {
    sku: 'A-104',
    title: 'Emerald Velvet Gown',
    description: 'Floor length, long sleeves, lined. For black-tie evenings.',
    size: 'M',
    style: 'Formal',
    occasion: 'Special Occasion',
    price: '70',
    category: 'Gown',
    color: 'Green',
    fabric: 'Velvet',
    replacement_value: '480',
    stretch: 'some',
    bust_cm: '94',
    waist_cm: '76',
    hips_cm: '102',
    length_cm: '148',
    fit_returns: 'yes',
    advance_booking: 'yes',
    turnaround_days: '2',
  },
  {
    sku: 'A-105',
    title: 'Linen Sundress',
    description: 'Light and wide, with pockets.',
    size: 'S',
    style: 'Casual',
    occasion: 'Vacation',
    price: '28',
    category: 'Dress',
    color: 'Multicolor',
    fabric: 'Linen',
    replacement_value: '',
    stretch: 'none',
    bust_cm: '88.5',
    waist_cm: '',
    hips_cm: '',
    length_cm: '110',
    fit_returns: 'no',
    advance_booking: 'no',
    turnaround_days: '0',
  },
] as const

/** A file of listings to start from. */
export function loader() {
  const names = importColumns.map(({ name }) => name)
  const csv = writeCsv([names, ...EXAMPLES.map((row) => names.map((name) => row[name]))])
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="hemline-listings-example.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}
