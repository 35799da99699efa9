import { Suspense, useMemo, useReducer, useState } from 'react'
import { useNavigation } from 'react-router'
import {
  type Picking,
  type PickingStep,
  pick,
  toRanges,
} from '#app/components/dates/date-picking.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { openedPart } from '#app/ui/parts/opened-part.ts'
import {
  type CalendarDate,
  eachDay,
  parseCalendarDate,
  rangeInWords,
} from '#domain/shared/time/calendar-date.ts'

const Calendar = openedPart(() => import('#app/components/dates/calendar.tsx'), 'Calendar')

type BlockedDatesProps = {
  today: CalendarDate
  blocked: readonly CalendarDate[]
  holidays: readonly CalendarDate[]
  rented: readonly { readonly start: CalendarDate; readonly end: CalendarDate }[]
  answer: Problem | undefined
}

export function BlockedDates({ today, blocked, holidays, rented, answer }: BlockedDatesProps) {
  const unavailable = useMemo(
    () =>
      new Set([
        ...blocked,
        ...holidays,
        ...rented.flatMap(({ start, end }) => eachDay(start, end)),
      ]),
    [blocked, holidays, rented],
  )
  const [{ start, end }, step] = useReducer(
    (before: Picking, taken: PickingStep) => pick(before, taken, unavailable),
    {
      start: parseCalendarDate(answer?.values.start),
      end: parseCalendarDate(answer?.values.end),
      open: true,
    },
  )
  const form = useFirstInvalid(answer)
  const hydrated = useHydrated()
  const [isMissing, setMissing] = useState(false)
  const busy = useNavigation().formData?.get('intent') === 'block'
  return (
    <div className="grid gap-10 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] md:gap-14">
      {hydrated && !isMissing && (
        <div className="rounded-control border border-line bg-sheet p-3 sm:p-5">
          <Suspense fallback={<div className="h-88" aria-busy="true" />}>
            <Calendar
              {...{ start, end, today, unavailable }}
              inline
              onPick={(day) => step({ kind: 'click', day })}
              onMissing={() => setMissing(true)}
            />
          </Suspense>
        </div>
      )}
      <div className="grid content-start gap-8">
        <Form
          ref={form}
          method="post"
          noValidate
          preventScrollReset
          className="grid max-w-md gap-5"
        >
          <input type="hidden" name="intent" value="block" />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-start gap-3">
            {(['start', 'end'] as const).map((name) => (
              <Field
                key={name}
                label={name === 'start' ? 'First day' : 'Last day'}
                name={name}
                type="date"
                min={today}
                value={{ start, end }[name] ?? ''}
                error={answer?.fields[name]}
                className="min-w-0"
                onChange={(event) => {
                  const typed = parseCalendarDate(event.target.value)
                  step({ kind: 'type', start, end, [name]: typed })
                }}
              />
            ))}
          </div>
          <p>
            <Button kind="secondary" busy={busy} busyText="Blocking...">
              Block these dates
            </Button>
          </p>
        </Form>
        <BlockedRanges blocked={blocked} />
        {holidays.length > 0 && (
          <p className="max-w-md text-soft tabular-nums">
            Closet closed:{' '}
            {toRanges(holidays)
              .map((range) => rangeInWords(range.start, range.end))
              .join(', ')}
          </p>
        )}
      </div>
    </div>
  )
}

function BlockedRanges({ blocked }: { blocked: readonly CalendarDate[] }) {
  if (blocked.length === 0) return <p className="text-soft">No blocked dates.</p>
  return (
    <ul aria-label="Blocked dates" className="max-w-md border-t border-line">
      {toRanges(blocked).map(({ start, end }) => {
        const words = rangeInWords(start, end)
        return (
          <li
            key={start}
            className="flex min-h-12 items-center justify-between gap-4 border-b border-line"
          >
            <span className="tabular-nums">{words}</span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="free" />
              <input type="hidden" name="start" value={start} />
              <input type="hidden" name="end" value={end} />
              <Button kind="quiet" size="small">
                Unblock<span className="sr-only"> {words}</span>
              </Button>
            </Form>
          </li>
        )
      })}
    </ul>
  )
}
