import { useEffect, useMemo, useReducer } from 'react'
import { useNavigation } from 'react-router'
import { forgetCarriedDates, useCarriedDates } from '#app/components/dates/carried-dates.ts'
import { DateField } from '#app/components/dates/date-field.tsx'
import { dateHints } from '#app/components/dates/date-hints.ts'
import { FreeDates, Hints, sentenceFor, Unavailable } from '#app/components/dates/date-notes.tsx'
import { type Picking, type PickingStep, pick } from '#app/components/dates/date-picking.ts'
import { freeDatesNear } from '#app/components/dates/free-dates-near.ts'
import { shortRange } from '#app/components/dates/short-range.ts'
import { useAddressOfDates } from '#app/components/dates/use-address-of-dates.ts'
import { HandoverChoice, type ShownOffer } from '#app/components/handover/handover-choice.tsx'
import { missingDeposit, type OwnDeposit } from '#app/components/payment/own-deposit.ts'
import {
  laterOf,
  PayToday,
  PayTodayTerms,
  usePayToday,
} from '#app/components/payment/pay-today.tsx'
import { intentOf, PAYMENT_NOT_OPENED } from '#app/components/payment/payment-choice.ts'
import { PriceBar, useIsBelow } from '#app/components/payment/price-bar.tsx'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { ChosenHandover } from '#db/enums.ts'
import type { LiveRental } from '#domain/booking/calendar/calendar.ts'
import { DEFAULT_DURATION_DAYS, quote, readDates } from '#domain/booking/rentals/stage/quote.ts'
import { DEPOSIT_NEEDED, DEPOSIT_PRICE } from '#domain/money/checkout/deposit-price.ts'
import type { WayToPay } from '#domain/money/checkout/pay-today.ts'
import { dollars } from '#domain/shared/cents.ts'
import { type CalendarDate, eachDay } from '#domain/shared/time/calendar-date.ts'
import { DeliveryFields, type KnownDelivery, ZipField } from './delivery-fields.tsx'
import { barredInWords, DEPOSIT_NOT_OPENED } from './deposit-words.ts'
import { RentBar } from './rent-bar.tsx'
import { alreadyRented, JOINING_FAILED } from './waitlist-words.ts'

export type RentPanelProps = {
  readonly size: string
  readonly creditsPerDay: number
  readonly today: CalendarDate
  readonly unavailableDays: readonly CalendarDate[]
  /** Their live rental of the item. */
  readonly ownRental: LiveRental | null
  /** From the address: dates brought back from signing in or paying. */
  readonly start: CalendarDate | null
  readonly end: CalendarDate | null
  readonly signedIn: boolean
  /** Null for visitors: their first step is to sign in. */
  readonly deposit: OwnDeposit | null
  /** Null for visitors, who are asked later. */
  readonly delivery: KnownDelivery | null
  /** How the item gets to the viewer, and what they have chosen of that. */
  readonly offer: ShownOffer
  readonly handover: ChosenHandover | null
  readonly errors: Readonly<Record<string, string>>
  /** Changes when a response refuses a field. */
  readonly refused: unknown
  readonly requestKey: string
  /** The first day for which the viewer can join the waitlist; null if they cannot join it. */
  readonly waitsFrom: CalendarDate | null
  /** Changes when a response says that the dates are not available. */
  readonly cleared: unknown
}

const FORM = 'rent'
const PAYMENT = 'pay'

/** Dates, their price, and the button (spec 3.4). */
export function RentPanel(props: RentPanelProps) {
  const { creditsPerDay, today, unavailableDays, ownRental, deposit, delivery, cleared } = props
  const unavailable = useMemo(() => new Set(unavailableDays), [unavailableDays])
  const [picking, step] = useReducer(
    (before: Picking, taken: PickingStep) => pick(before, taken, unavailable),
    { start: props.start, end: props.end, open: false },
  )
  const { start, end } = picking
  const hydrated = useHydrated()
  const busyIntent = useNavigation().formData?.get('intent')

  useAddressOfDates(start, end)
  useCarriedDates({ start, end }, today, step)

  useEffect(() => {
    if (!cleared) return
    forgetCarriedDates()
    step({ kind: 'clear' })
  }, [cleared])

  const [isBelow, placeOfButton] = useIsBelow()

  const { refused, offer } = props
  // The ways to choose from may be loaded after the response.
  const answer = useMemo(() => (refused && offer ? { problem: '' } : null), [refused, offer])

  const dates = readDates({ start, end }, today)
  const complete = !('reason' in dates)
  const { totalDays, weeks, totalCredits } = quote(
    creditsPerDay,
    complete ? dates.totalDays : DEFAULT_DURATION_DAYS,
  )
  const own =
    complete && ownRental && ownRental.start <= dates.end && ownRental.end >= dates.start
      ? alreadyRented(ownRental)
      : null
  const taken =
    complete && eachDay(dates.start, dates.end).some((day) => unavailable.has(day))
      ? (own ?? 'Selected dates are not available. Please choose different dates.')
      : undefined
  const wrong = complete ? taken : sentenceFor(dates)
  const barred = deposit !== null && typeof deposit === 'object' ? deposit : null
  const missingCents = missingDeposit(deposit)
  const payment = usePayToday(totalCredits, missingCents ?? 0)
  // No payment helps while a deposit is barred and nothing can be added to it.
  const paid = missingCents === null ? null : payment
  const rent = firstStep(deposit, props.signedIn)
  // No payment for dates on which the item cannot be rented.
  const mayPay = wrong === undefined || rent.intent === RENT.intent
  // For a week, until dates are chosen.
  const [cheapestNow] = wrong === undefined ? (paid?.ways ?? []) : []
  const cheapest = complete ? cheapestNow : undefined
  const pay = cheapest && cheapest.totalCents > 0 ? paying(cheapest) : null
  const first = pay ?? rent
  const button = { ...first, busy: busyIntent === first.intent, busyText: 'Processing...' }

  return (
    <>
      <Form
        id={FORM}
        method="post"
        answer={answer}
        preventScrollReset
        noValidate={hydrated}
        failed="Error: Failed to process rental. Please check your credit balance and try again."
        className="grid scroll-mt-[calc(var(--header-height)+1rem)] grid-cols-[minmax(0,1fr)] gap-5"
      >
        <input type="hidden" name="request_key" value={props.requestKey} />
        <input type="hidden" name="credits_per_day" value={creditsPerDay} />
        {/* Makes Enter in a field rent, whichever visible button comes first. */}
        <button type="submit" name="intent" value="rent" hidden />
        <DateField {...{ picking, step, today, unavailable }} error={wrong} />
        {taken && !own && complete && props.waitsFrom && dates.start >= props.waitsFrom && (
          <Button kind="secondary" size="small" {...joining(busyIntent)}>
            Join the waitlist for {shortRange(dates.start, dates.end, today)}
          </Button>
        )}
        {complete && !taken && (
          <Hints
            {...dateHints(dates, creditsPerDay, unavailable)}
            today={today}
            onExtend={(until) => step({ kind: 'type', start: dates.start, end: until })}
          />
        )}
        {complete && taken && (
          <>
            <FreeDates
              offered={freeDatesNear(dates, today, unavailable)}
              today={today}
              onChoose={(chosen) => step({ kind: 'type', ...chosen })}
            />
            <SearchLink
              find={{ size: [props.size], start: dates.start, end: dates.end }}
              kind={mayPay ? 'quiet' : 'primary'}
              className={mayPay ? '-my-2 justify-self-start' : undefined}
            >
              See what is available on these dates
            </SearchLink>
          </>
        )}
        <Unavailable days={unavailableDays} />
        <dl className="grid grid-cols-2 gap-y-1 border-y border-line py-4 text-[0.9375rem]">
          <dt className="text-soft">Duration</dt>
          <dd className="text-right tabular-nums">
            {totalDays} {totalDays === 1 ? 'day' : 'days'}
          </dd>
          <dt className="text-soft">Charged</dt>
          <dd className="text-right tabular-nums">
            {weeks} {weeks === 1 ? 'week' : 'weeks'} ×{' '}
            {creditsInWords(quote(creditsPerDay, 1).totalCredits)}
          </dd>
          <dt className="font-medium">Total</dt>
          <dd aria-live="polite" className="text-right font-medium tabular-nums">
            {creditsInWords(totalCredits)}
          </dd>
        </dl>
        {paid && wrong === undefined && <PayToday {...paid} />}
        <HandoverChoice offer={offer} chosen={props.handover} error={props.errors.handover} />
        {delivery && delivery.zip !== null && (
          <ZipField known={delivery.zip} error={props.errors.zip} />
        )}
        {delivery && <DeliveryFields known={delivery} errors={props.errors} />}
        {deposit === 'missing' && (
          <p className="rounded-control bg-sand p-4 text-[0.9375rem] leading-snug">
            {DEPOSIT_NEEDED}
            <span className="mt-1 block text-sm text-soft">
              Pay once, then rent. Ask for it back any time you have no open rental.
            </span>
          </p>
        )}
        {barred && <Notice>{barredInWords(barred)}</Notice>}
        {mayPay && (
          <div ref={placeOfButton} id={PAYMENT} className="scroll-mt-[24rem] max-md:hidden">
            <Button
              name="intent"
              value={button.intent}
              data-failed={button.failed}
              wide
              {...busyOf(button)}
            >
              {pay ? `Pay ${dollars(pay.cents)} and request` : button.label}
            </Button>
          </div>
        )}
        {paid && wrong === undefined && <PayTodayTerms today={paid} busyIntent={busyIntent} />}
        {pay && (
          <Button
            name="intent"
            value={rent.intent}
            data-failed={rent.failed}
            kind="quiet"
            size="small"
            className="-my-2 justify-self-start"
            busy={busyIntent === rent.intent}
            busyText="Processing..."
          >
            {rent.label}
          </Button>
        )}
        <noscript>
          <Button name="intent" value="quote" kind="quiet" size="small">
            Calculate price
          </Button>
        </noscript>
      </Form>
      {isBelow && cheapestNow && cheapestNow.totalCents > 0 && (
        <PriceBar
          totalCents={cheapestNow.totalCents}
          depositCents={cheapestNow.depositCents}
          to={`#${PAYMENT}`}
        />
      )}
      <RentBar
        form={FORM}
        credits={totalCredits}
        cents={cheapestNow?.totalCents ?? 0}
        per={complete ? `for ${weeks} ${weeks === 1 ? 'week' : 'weeks'}` : 'per week'}
        later={pay ? laterOf(paid?.ways[0]) : null}
        intent={button.intent}
        data-failed={button.failed}
        mayPay={mayPay}
        {...busyOf(button)}
      >
        {button.label}
      </RentBar>
    </>
  )
}

const RENT = { intent: 'rent', label: 'Rent Now', failed: undefined }
const SIGN_IN = { ...RENT, label: 'Sign in to Rent' }
const DEPOSIT_FIRST = {
  intent: 'deposit',
  label: `Pay ${DEPOSIT_PRICE} deposit`,
  failed: DEPOSIT_NOT_OPENED,
}

/** Pays and requests in one step. The bar of a phone has the amount beside it. */
function paying(way: WayToPay) {
  const intent = intentOf(way)
  return { intent, label: 'Pay and request', failed: PAYMENT_NOT_OPENED, cents: way.totalCents }
}

/** One button: when the deposit or part of it is missing, it pays that first. */
function firstStep(deposit: OwnDeposit | null, signedIn: boolean) {
  if (!signedIn) return SIGN_IN
  if (deposit === 'missing') return DEPOSIT_FIRST
  if (deposit === null || deposit === 'paid' || deposit.topUpCents === 0) return RENT
  const label = `Add ${dollars(deposit.topUpCents)} to deposit`
  return { intent: 'top-up', label, failed: DEPOSIT_NOT_OPENED }
}

function joining(busyIntent: unknown) {
  const intent = { name: 'intent', value: 'join-waitlist', 'data-failed': JOINING_FAILED }
  return { ...intent, busy: busyIntent === intent.value, busyText: 'Processing...' }
}

function busyOf({ busy, busyText }: { busy: boolean; busyText: string }) {
  return { busy, busyText }
}
