import { useMemo, useState } from 'react'
import { href, useNavigate, useNavigation } from 'react-router'
import { DayField } from '#app/components/dates/day-field.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Extended } from '#domain/booking/rentals/changes/extend-rental.ts'
import type { ExtensionOffer } from '#domain/booking/rentals/changes/extension-offer.ts'
import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import {
  addDays,
  type CalendarDate,
  eachDay,
  parseCalendarDate,
  showDate,
  totalDaysOf,
} from '#domain/shared/time/calendar-date.ts'
import { MAX_RENTAL_DAYS } from '#domain/shared/time/rental-days.ts'
import { BuyCreditsDialog } from './buy-credits-dialog.tsx'
import { type ExtendRefusal, extendQuestion, moreCredits } from './extend-words.ts'
import { RentalSection } from './rental-section.tsx'

/** The offer to keep a rental longer, with the question about the chosen last day. */
export type KeepOffer = {
  readonly offer: ExtensionOffer
  /** The last day that was chosen, as submitted, and why it is not possible. */
  readonly typed: string | null
  readonly refusal: ExtendRefusal | null
  /** The question to ask. */
  readonly proposed: Extended | null
  readonly requestKey: string
}

/** Why a rental was not extended; a renter with too few credits can buy some. */
export type KeepAnswer = {
  readonly typed: string
  readonly refusal: ExtendRefusal | null
  readonly buy: string | null
}

type KeepLongerProps = {
  readonly rental: MyRental
  /** Null when it cannot be extended. */
  readonly shown: KeepOffer | null
  readonly answer: KeepAnswer | null
  readonly today: CalendarDate
}

/** The renter chooses a later last day, sees what it costs, and confirms it. */
export function KeepLonger({ rental, shown, answer, today }: KeepLongerProps) {
  const backTo = href('/my-rentals/:id', { id: rental.id })
  const { refusal, typed } = answer ?? shown ?? { refusal: null, typed: null }
  if (!shown) return refusal && <Notice kind="error">{refusal.sentence}</Notice>
  const { offer, proposed, requestKey } = shown
  return (
    <RentalSection id="keep-longer" title="Keep it longer">
      <p className="mt-2 text-soft">{limitsInWords(offer)}</p>
      {offer.latest > offer.lastDay && (
        <KeepForm key={typed} action={backTo} {...{ offer, typed, refusal, today }} />
      )}
      {proposed && !answer && <KeepDialog {...{ rental, offer, proposed, requestKey, backTo }} />}
      {answer?.buy && (
        <BuyCreditsDialog
          sentence={answer.buy}
          open={answer}
          backTo={`${backTo}?${new URLSearchParams({ keep: answer.typed })}`}
        />
      )}
    </RentalSection>
  )
}

function limitsInWords({ lastDay, latest, paidUntil, creditsPerDay }: ExtensionOffer): string {
  if (latest === lastDay) return `It is not available after ${showDate(lastDay)}.`
  const free = `You can keep it until ${showDate(paidUntil)} at no extra cost.`
  if (latest === paidUntil) return `${free} It is not available after that.`
  const week = `Each extra week costs ${creditsInWords(quote(creditsPerDay, 1).totalCredits)}`
  const end = `until ${showDate(latest)} at the latest`
  return paidUntil > lastDay ? `${free} ${week}, ${end}.` : `${week}. You can keep it ${end}.`
}

function KeepForm({
  action,
  offer,
  typed,
  refusal,
  today,
}: Pick<KeepOffer, 'offer' | 'typed' | 'refusal'> & { action: string; today: CalendarDate }) {
  const unavailable = useMemo(() => unavailableAfter(offer), [offer])
  const [chosen, setChosen] = useState(() => parseCalendarDate(typed))
  const busy = useNavigation().location?.search.includes('keep=') ?? false
  const form = useFirstInvalid(refusal)
  return (
    <Form
      method="get"
      action={action}
      ref={form}
      noValidate
      preventScrollReset
      className="mt-6 grid gap-5"
    >
      <DayField
        label="New last day"
        name="keep"
        day={chosen}
        onChange={setChosen}
        start={offer.start}
        end={offer.lastDay}
        first={addDays(offer.lastDay, 1)}
        last={offer.latest}
        today={today}
        unavailable={unavailable}
        error={refusal?.sentence}
      />
      {refusal?.link && (
        <p className="-mt-3 text-sm">
          <TextLink to={refusal.link.to}>{refusal.link.text}</TextLink>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button kind="secondary" busy={busy} busyText="Processing...">
          Keep it longer
        </Button>
        <span aria-live="polite" className="tabular-nums">
          {priceInWords(offer, chosen)}
        </span>
      </div>
    </Form>
  )
}

/** The days after the latest one, unless only the length of a rental limits it. */
function unavailableAfter({ start, latest }: ExtensionOffer): ReadonlySet<CalendarDate> {
  if (latest >= addDays(start, MAX_RENTAL_DAYS - 1)) return new Set()
  return new Set(eachDay(addDays(latest, 1), addDays(latest, 31)))
}

/** What the chosen day costs; nothing for a day that cannot be chosen. */
function priceInWords(offer: ExtensionOffer, end: CalendarDate | null): string {
  if (!end || end <= offer.lastDay || end > offer.latest) return ''
  const { totalCredits } = quote(offer.creditsPerDay, totalDaysOf(offer.start, end))
  const more = totalCredits - offer.paid
  return more === 0 ? 'No extra credits' : moreCredits(more)
}

function KeepDialog({
  rental,
  offer,
  proposed,
  requestKey,
  backTo,
}: Pick<KeepOffer, 'offer' | 'requestKey'> & {
  rental: MyRental
  proposed: Extended
  backTo: string
}) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      question={extendQuestion(proposed)}
      open={proposed}
      onClose={() => navigate(backTo, { preventScrollReset: true })}
      action={backTo}
      fields={{ answer: 'extend', keep: proposed.end, request_key: requestKey }}
      confirmText="Keep it longer"
    >
      <p className="text-soft">
        The total for {rental.title} will then be {creditsInWords(offer.paid + proposed.credits)}.
      </p>
    </ConfirmDialog>
  )
}
