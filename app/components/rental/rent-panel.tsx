import { useEffect, useMemo, useReducer } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import {
  type DatesProblem,
  DEFAULT_DURATION_DAYS,
  quote,
  readDates,
} from '#domain/rentals/quote.ts'
import { type CalendarDate, eachDay, showDate } from '#domain/shared/calendar-date.ts'
import { DateField } from './date-field.tsx'
import { type Picking, type PickingStep, pick, toRanges } from './date-picking.ts'
import { type BarredDeposit, DEPOSIT_BARRED } from './deposit-words.ts'
import { useAddressOfDates } from './use-address-of-dates.ts'

export type RentPanelProps = {
  readonly creditsPerDay: number
  readonly today: CalendarDate
  readonly unavailableDays: readonly CalendarDate[]
  /** From the address: dates that came back from signing in or paying. */
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly signedIn: boolean
  /** Null for visitors: their first step is to sign in. */
  readonly deposit: 'paid' | 'missing' | BarredDeposit | null
  readonly requestKey: string
  /** Changes when an answer says that the dates are not to be had. */
  readonly cleared: unknown
}

/** Dates, what they cost, and the button (shopper §2, item detail). */
export function RentPanel(props: RentPanelProps) {
  const { creditsPerDay, today, unavailableDays, signedIn, deposit, cleared } = props
  const unavailable = useMemo(() => new Set(unavailableDays), [unavailableDays])
  const [picking, step] = useReducer(
    (before: Picking, taken: PickingStep) => pick(before, taken, unavailable),
    { start: props.start, end: props.end, open: false },
  )
  const { start, end } = picking
  const hydrated = useHydrated()
  const busyIntent = useNavigation().formData?.get('intent')

  useAddressOfDates(start, end)

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

  return (
    <Form method="post" preventScrollReset noValidate={hydrated} className="grid gap-5">
      <input type="hidden" name="request_key" value={props.requestKey} />
      {/* Enter in a date rents, although another button comes before Rent Now. */}
      <button type="submit" name="intent" value="rent" hidden />
      <DateField {...{ picking, step, today, unavailable }} error={wrong} />
      <Unavailable days={unavailableDays} />
      <dl className="grid grid-cols-2 gap-y-1 border-y border-line py-4 text-[0.9375rem]">
        <dt className="text-soft">Duration</dt>
        <dd className="text-right tabular-nums">
          {totalDays} {totalDays === 1 ? 'day' : 'days'}
        </dd>
        <dt className="text-soft">Charged</dt>
        <dd className="text-right tabular-nums">
          {weeks} {weeks === 1 ? 'week' : 'weeks'} × {quote(creditsPerDay, 1).totalCredits} credits
        </dd>
        <dt className="font-medium">Total</dt>
        <dd aria-live="polite" className="text-right font-medium tabular-nums">
          {totalCredits} credits
        </dd>
      </dl>
      {deposit === 'missing' && <DepositNote busy={busyIntent === 'deposit'} />}
      {deposit !== null && deposit !== 'missing' && deposit !== 'paid' && (
        <Notice>{DEPOSIT_BARRED[deposit]}</Notice>
      )}
      <Button
        name="intent"
        value="rent"
        wide
        kind={deposit === null || deposit === 'paid' ? 'primary' : 'secondary'}
        busy={busyIntent === 'rent'}
        busyText="Processing..."
      >
        {signedIn ? 'Rent Now' : 'Sign in to Rent'}
      </Button>
      <noscript>
        <Button name="intent" value="quote" kind="quiet" size="small">
          Show what these dates cost
        </Button>
      </noscript>
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
