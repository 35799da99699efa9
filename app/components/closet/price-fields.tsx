import { useContext } from 'react'
import { PayoutRate } from '#app/components/manage/payout-rate.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import type { PriceChange } from '#domain/catalogue/items/listing/price-change.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { counted } from '#domain/shared/figures.ts'
import type { PricePreview } from './bulk-change.ts'

export function PriceFields({ answer }: { answer: Problem | undefined }) {
  const field = fieldsOf(answer)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-start gap-3">
      <SelectField
        label="Change"
        name="price_by"
        options={Object.entries(CHANGES).map(([value, label]) => ({ value, label }))}
        defaultValue={answer?.values.price_by ?? 'set'}
      />
      <Field
        label="Amount"
        {...field('price')}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        required
        hint="Prices per week are rounded up to a multiple of 7."
      />
    </div>
  )
}

const CHANGES = {
  set: 'Set to (credits)',
  'raise-percent': 'Raise by (%)',
  'lower-percent': 'Lower by (%)',
  'raise-credits': 'Raise by (credits)',
  'lower-credits': 'Lower by (credits)',
} as const satisfies Record<PriceChange['by'], string>

export function ShownPrices({ prices: { preview, isAgain } }: { prices: PricePreview }) {
  const rate = useContext(PayoutRate)
  const { items, changed, unchanged } = preview
  const more = changed - items.length
  const same = unchanged === 1 ? 'keeps its price' : 'keep their price'
  return (
    <>
      {isAgain && (
        <p role="alert" className="text-sm text-danger">
          Your items or prices have changed in the meantime. Please check the new prices.
        </p>
      )}
      <div className="max-h-[40vh] overflow-y-auto">
        <table className="w-full text-[0.9375rem]">
          <caption className="sr-only">Old and new prices in credits per week</caption>
          <thead className="text-left text-sm text-soft">
            <tr>
              <th className="py-1 pr-3 font-normal">Item</th>
              <th className="py-1 pr-3 text-right font-normal">Now</th>
              <th className="py-1 text-right font-normal">New</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, title, before, after }) => (
              <tr key={id} className="border-t border-line align-top">
                <td className="py-1.5 pr-3 wrap-anywhere">{title}</td>
                <td className="py-1.5 pr-3 text-right tabular-nums">{showNumber(before)}</td>
                <td className="py-1.5 text-right tabular-nums">
                  {showNumber(after)}
                  {rate > 0 && (
                    <span className="block text-sm text-soft">
                      you earn {dollars(after * rate)}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p>and {showNumber(more)} more</p>}
      {unchanged > 0 && (
        <p className="text-sm text-soft">
          {counted(unchanged, 'item')} {same}.
        </p>
      )}
    </>
  )
}
