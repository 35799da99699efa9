import { Field } from '#app/ui/fields/field.tsx'
import type { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { usualSizes } from '#db/enums.ts'
import { MAX_BOARD_NAME, MAX_FIRST_NAME } from '#domain/booking/boards/board-limits.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

type Shown = ReturnType<typeof fieldsOf>

export type SavedOccasion = {
  readonly name: string
  readonly start: string
  readonly end: string
  readonly zip: string | null
}

/** What an occasion is: its name, its days, and where. */
export function OccasionFields({
  shown,
  saved,
  today,
}: {
  shown: Shown
  saved: SavedOccasion
  today: CalendarDate
}) {
  return (
    <>
      <Field
        label="What is the occasion?"
        placeholder="A wedding"
        maxLength={MAX_BOARD_NAME}
        autoComplete="off"
        required
        {...shown('name', saved.name)}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-start gap-3">
        <Field
          label="First day"
          type="date"
          min={saved.start && saved.start < today ? saved.start : today}
          required
          className="min-w-0"
          {...shown('start', saved.start)}
        />
        <Field
          label="Last day"
          type="date"
          min={today}
          required
          className="min-w-0"
          {...shown('end', saved.end)}
        />
      </div>
      <Field
        label="ZIP code"
        optional
        hint="Where you need the items. Others see only the city."
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        {...shown('zip', saved.zip)}
      />
    </>
  )
}

/** What somebody says of themselves. */
export function OwnWordsFields({
  shown,
  saved,
}: {
  shown: Shown
  saved: { readonly firstName: string; readonly size: string | null }
}) {
  return (
    <>
      <Field
        label="Your first name"
        autoComplete="given-name"
        maxLength={MAX_FIRST_NAME}
        required
        {...shown('first_name', saved.firstName)}
      />
      <SelectField
        label="Your size"
        optional
        hint="Only you see it."
        options={usualSizes}
        placeholder="Choose a size"
        {...shown('size', saved.size)}
      />
    </>
  )
}
