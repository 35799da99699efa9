import type { Problem } from '#app/forms/forms.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import { MAX_TURNAROUND_DAYS } from '#domain/catalogue/items/listing/turnaround.ts'
import { lendingWords } from './lending-form.ts'

type LendingFieldsProps = {
  /** The saved lending, or the initial one of a new item. */
  lending: Lending | undefined
  answer: Problem | undefined
}

export function LendingFields({ lending, answer }: LendingFieldsProps) {
  const field = fieldsOf(answer)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] items-start gap-5 sm:gap-3 lg:gap-5">
      <SelectField
        label="Lending"
        hint="If it can be booked ahead, shoppers can rent it for later dates while it is out."
        {...field('advance_booking', lending?.advanceBooking ? 'yes' : 'no')}
        options={Object.entries(lendingWords).map(([value, label]) => ({ value, label }))}
      />
      <Field
        label="Days between rentals"
        hint="To clean and prepare it, after each new rental."
        {...field('turnaround_days', lending?.turnaroundDays ?? 0)}
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_TURNAROUND_DAYS}
        step={1}
        required
      />
    </div>
  )
}
