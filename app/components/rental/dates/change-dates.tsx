import { useMemo, useReducer } from 'react'
import { href, useNavigate, useNavigation } from 'react-router'
import { DateField } from '#app/components/dates/date-field.tsx'
import { type Picking, type PickingStep, pick } from '#app/components/dates/date-picking.ts'
import { BuyCreditsDialog } from '#app/components/rental/buy-credits-dialog.tsx'
import type { ExtendRefusal } from '#app/components/rental/extend-words.ts'
import { RentalSection } from '#app/components/rental/rental-section.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import {
  type DatesOffer,
  type QuotedDates,
  quoteDates,
} from '#domain/booking/rentals/dates/quote-dates.ts'
import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import {
  type CalendarDate,
  datesInWords,
  parseCalendarDate,
} from '#domain/shared/time/calendar-date.ts'
import { datesQuestion, differenceInWords } from './dates-words.ts'

type TypedDates = { readonly start: string; readonly end: string }

/** To which dates a rental can move, with the question about those that were chosen. */
export type ShownDates = {
  readonly offer: DatesOffer
  /** As submitted, and why they are not possible. */
  readonly typed: TypedDates | null
  readonly refusal: ExtendRefusal | null
  /** The question to ask. */
  readonly quoted: QuotedDates | null
  readonly requestKey: string
}

/** Why the dates did not change; a renter with too few credits can buy some. */
export type DatesAnswer = {
  readonly typed: TypedDates
  readonly refusal: ExtendRefusal | null
  readonly buy: string | null
}

type ChangeDatesProps = {
  readonly rental: MyRental
  /** Null when its dates cannot change. */
  readonly shown: ShownDates | null
  readonly answer: DatesAnswer | null
  readonly today: CalendarDate
}

/** The renter chooses other dates before the delivery, sees what they cost, and confirms them. */
export function ChangeDates({ rental, shown, answer, today }: ChangeDatesProps) {
  const backTo = href('/my-rentals/:id', { id: rental.id })
  const { refusal, typed } = answer ?? shown ?? { refusal: null, typed: null }
  if (!shown) return refusal && <Notice kind="error">{refusal.sentence}</Notice>
  const { offer, quoted, requestKey } = shown
  const isRequest = rental.stage === 'requested'
  return (
    <RentalSection id="change-dates" title="Change dates">
      {rental.proposed ? (
        <Proposed rental={rental} proposed={rental.proposed} backTo={backTo} />
      ) : (
        <p className="mt-2 text-soft">
          {isRequest
            ? 'Your request moves at once, and the closet has a new time to answer.'
            : 'The closet answers within a day. Until then, your rental keeps its dates.'}
        </p>
      )}
      <DatesForm
        key={`${offer.start} ${offer.end}`}
        {...{ offer, typed, refusal, today, backTo }}
      />
      {quoted && !answer && (
        <DatesDialog {...{ rental, offer, quoted, requestKey, backTo, isRequest }} />
      )}
      {answer?.buy && (
        <BuyCreditsDialog
          sentence={answer.buy}
          open={answer}
          backTo={`${backTo}?${new URLSearchParams(answer.typed)}`}
        />
      )}
    </RentalSection>
  )
}

/** What the closet was asked, with a way back. */
function Proposed({
  rental,
  proposed,
  backTo,
}: {
  rental: MyRental
  proposed: NonNullable<MyRental['proposed']>
  backTo: string
}) {
  return (
    <Notice>
      <p>
        You asked for this rental {datesInWords(proposed.start, proposed.end)} instead.{' '}
        <bdi>{rental.owner.fullName}</bdi> answers by {proposed.answerBy}. Until then, your rental
        keeps its dates.
      </p>
      <Form method="post" action={backTo} preventScrollReset className="mt-3">
        <Button kind="secondary" size="small" name="answer" value="withdraw-dates">
          Keep the old dates
        </Button>
      </Form>
    </Notice>
  )
}

type DatesFormProps = Pick<ShownDates, 'offer' | 'typed' | 'refusal'> & {
  backTo: string
  today: CalendarDate
}

function DatesForm({ offer, typed, refusal, today, backTo }: DatesFormProps) {
  const unavailable = useMemo(() => new Set(offer.unavailable), [offer])
  const [picking, step] = useReducer(
    (before: Picking, taken: PickingStep) => pick(before, taken, unavailable),
    {
      start: typed ? parseCalendarDate(typed.start) : offer.start,
      end: typed ? parseCalendarDate(typed.end) : offer.end,
      open: false,
    },
  )
  const busy = useNavigation().location?.search.includes('start=') ?? false
  const quoted = quoteDates(offer, picking, today)
  return (
    <Form
      method="get"
      action={backTo}
      noValidate
      preventScrollReset
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <DateField {...{ picking, step, today, unavailable }} error={refusal?.sentence} />
      {refusal?.link && (
        <p className="-mt-3 text-sm">
          <TextLink to={refusal.link.to}>{refusal.link.text}</TextLink>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button kind="secondary" busy={busy} busyText="Processing...">
          Change dates
        </Button>
        <span aria-live="polite" className="tabular-nums first-letter:uppercase">
          {quoted.ok && differenceInWords(quoted.value.credits)}
        </span>
      </div>
    </Form>
  )
}

type DatesDialogProps = Pick<ShownDates, 'offer' | 'requestKey'> & {
  rental: MyRental
  quoted: QuotedDates
  backTo: string
  isRequest: boolean
}

function DatesDialog(props: DatesDialogProps) {
  const { rental, offer, quoted, requestKey, backTo, isRequest } = props
  const navigate = useNavigate()
  const { start, end, credits } = quoted
  return (
    <ConfirmDialog
      question={datesQuestion(quoted, isRequest)}
      open={quoted}
      onClose={() => navigate(`${backTo}#change-dates`, { preventScrollReset: true })}
      action={backTo}
      fields={{ answer: 'change-dates', start, end, request_key: requestKey }}
      confirmText={isRequest ? 'Change dates' : 'Ask the closet'}
    >
      <p className="text-soft">
        The total for {rental.title} will then be {creditsInWords(offer.paid + credits)}.{' '}
        {!isRequest && credits > 0 && 'If the dates stay as they are, the difference comes back.'}
      </p>
    </ConfirmDialog>
  )
}
