import type { Problem } from '#app/forms/forms.ts'
import { Field } from '#app/ui/fields/field.tsx'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/**
 * Days on which a new item is not available, entered while adding it; more can be blocked later.
 */
export function BlockFirstDates({
  today,
  answer,
}: {
  today: CalendarDate
  answer: Problem | undefined
}) {
  const shown = (name: string) => ({
    name,
    type: 'date',
    min: today,
    optional: true,
    className: 'min-w-0',
    defaultValue: answer?.values[name] ?? '',
    error: answer?.fields[name],
  })
  return (
    <fieldset>
      <legend className="text-sm font-medium">Not available for rent on these days</legend>
      <div className="mt-2 grid max-w-md grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-start gap-3">
        <Field label="First day" {...shown('block_start')} />
        <Field label="Last day" {...shown('block_end')} />
      </div>
    </fieldset>
  )
}
