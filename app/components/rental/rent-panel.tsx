import { lazy, Suspense, useEffect, useId, useMemo, useReducer, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import {
  type DatesProblem,
  DEFAULT_DURATION_DAYS,
  quote,
  readDates,
} from '#domain/rentals/quote.ts'
import {
  type CalendarDate,
  eachDay,
  parseCalendarDate,
  showDate,
} from '#domain/shared/calendar-date.ts'
import { CalendarLegend } from './calendar-legend.tsx'
import { type Picking, type PickingStep, pick, toRanges } from './date-picking.ts'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

export type RentPanelProps = {
  readonly creditsPerDay: number
  readonly today: CalendarDate
  readonly unavailableDays: readonly CalendarDate[]
  /** From the address: dates that came back from signing in or paying. */
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly signedIn: boolean
  /** Null for visitors: their first step is to sign in. */
  readonly depositPaid: boolean | null
  readonly requestKey: string
  /** Changes when an answer says that the dates are not to be had. */
  readonly cleared: unknown
}

/** Dates, what they cost, and the button (shopper §2, item detail). */
export function RentPanel(props: RentPanelProps) {
  const { creditsPerDay, today, unavailableDays, signedIn, depositPaid, cleared } = props
  const unavailable = useMemo(() => new Set(unavailableDays), [unavailableDays])
  const [picking, step] = useReducer(
    (before: Picking, taken: PickingStep) => pick(before, taken, unavailable),
    { start: props.start, end: props.end, open: false },
  )
  const { start, end, open } = picking
  const hydrated = useHydrated()
  const busyIntent = useNavigation().formData?.get('intent')
  const opener = useRef<HTMLButtonElement>(null)
  const pickerId = useId()

  useEffect(() => {
    if (cleared) step({ kind: 'clear' })
  }, [cleared])

  const dates = readDates({ start, end }, today)
  const complete = !('reason' in dates)
  const { totalDays, weeks, totalCredits } = quote(
    creditsPerDay,
    complete ? dates.totalDays : DEFAULT_DURATION_DAYS,
  )
  const taken =
    complete && eachDay(dates.start, dates.end).some((day) => unavailable.has(day))
      ? 'Selected dates are not available. Please choose different dates.'
      : undefined
  const wrong = complete ? taken : sentenceFor(dates)

  function close() {
    step({ kind: 'close' })
    opener.current?.focus()
  }

  return (
    <Form method="post" preventScrollReset className="grid gap-5">
      <input type="hidden" name="request_key" value={props.requestKey} />
      <div className="grid grid-cols-2 gap-3">
        {(['start', 'end'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'start' ? 'First day' : 'Last day'}
            name={name}
            type="date"
            min={today}
            value={picking[name] ?? ''}
            error={name === 'end' ? wrong : undefined}
            onChange={(event) => {
              const typed = parseCalendarDate(event.target.value)
              step({ kind: 'type', start, end, [name]: typed })
            }}
          />
        ))}
      </div>
      {hydrated && (
        <fieldset
          aria-label="Calendar"
          onKeyDown={(event) => {
            if (event.key === 'Escape' && open) close()
          }}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <Button
              ref={opener}
              type="button"
              kind="quiet"
              size="small"
              aria-expanded={open}
              aria-controls={pickerId}
              onClick={() => step({ kind: 'toggle' })}
            >
              {open ? 'Close calendar' : 'Open calendar'}
            </Button>
            {(start || end) && (
              <Button
                type="button"
                kind="quiet"
                size="small"
                onClick={() => step({ kind: 'clear' })}
              >
                Clear dates
              </Button>
            )}
          </div>
          <div id={pickerId} hidden={!open}>
            {open && (
              <div className="mt-3 rounded-control border border-line bg-sheet p-3 sm:p-5">
                <Suspense fallback={<div className="h-88" aria-busy="true" />}>
                  <Calendar
                    {...{ start, end, today, unavailable }}
                    onPick={(day) => {
                      const next = pick(picking, { kind: 'click', day }, unavailable)
                      step({ kind: 'click', day })
                      if (!next.open) opener.current?.focus()
                    }}
                  />
                </Suspense>
                <CalendarLegend />
              </div>
            )}
          </div>
        </fieldset>
      )}
      <Unavailable days={unavailableDays} />
      <dl className="grid grid-cols-2 gap-y-1 border-y border-line py-4 text-[0.9375rem]">
        <dt className="text-soft">Duration</dt>
        <dd className="text-right tabular-nums">
          {totalDays} {totalDays === 1 ? 'day' : 'days'}
        </dd>
        <dt className="text-soft">Charged</dt>
        <dd className="text-right tabular-nums">
          {weeks} {weeks === 1 ? 'week' : 'weeks'}
        </dd>
        <dt className="font-medium">Total</dt>
        <dd aria-live="polite" className="text-right font-medium tabular-nums">
          {totalCredits} credits
        </dd>
      </dl>
      {depositPaid === false && <DepositNote busy={busyIntent === 'deposit'} />}
      <Button
        name="intent"
        value="rent"
        wide
        kind={depositPaid === false ? 'secondary' : 'primary'}
        busy={busyIntent === 'rent'}
        busyText="Processing..."
      >
        {signedIn ? 'Rent Now' : 'Sign in to Rent'}
      </Button>
      {!hydrated && (
        <Button name="intent" value="quote" kind="quiet" size="small">
          Show what these dates cost
        </Button>
      )}
    </Form>
  )
}

function DepositNote({ busy }: { busy: boolean }) {
  return (
    <div className="rounded-control bg-sand p-4 text-[0.9375rem] leading-snug">
      <p>A $50 refundable deposit is required to rent items.</p>
      <p className="mt-1 text-sm text-soft">You pay it once and get it back when you ask for it.</p>
      <Button
        name="intent"
        value="deposit"
        className="mt-3"
        size="small"
        busy={busy}
        busyText="Processing..."
      >
        Pay $50 deposit
      </Button>
    </div>
  )
}

function Unavailable({ days }: { days: readonly CalendarDate[] }) {
  if (days.length === 0) return null
  return (
    <details className="text-sm text-soft">
      <summary className="inline-flex min-h-6 items-center text-link">Unavailable dates</summary>
      <ul className="mt-2 grid gap-1">
        {toRanges(days).map(({ start, end }) => (
          <li key={start}>
            {showDate(start)}
            {end !== start && ` to ${showDate(end)}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Said while choosing; nothing is wrong with dates that are not chosen yet. */
function sentenceFor(problem: DatesProblem): string | undefined {
  switch (problem.reason) {
    case 'dates-missing':
      return undefined
    case 'dates-invalid':
      return 'Please select valid dates.'
    case 'dates-past':
      return 'Rentals cannot begin in the past.'
    case 'dates-too-long':
      return `A rental lasts at most ${problem.mostDays} days.`
    case 'dates-too-far':
      return `A rental can begin at most ${problem.mostDaysAhead} days ahead.`
  }
}
