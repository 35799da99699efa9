import { useState } from 'react'
import { useNavigation } from 'react-router'
import { HandoverChoice, type ShownOffer } from '#app/components/handover/handover-choice.tsx'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { missingDeposit, type OwnDeposit } from '#app/components/payment/own-deposit.ts'
import { PayToday, PayTodayTerms, usePayToday } from '#app/components/payment/pay-today.tsx'
import { intentOf, PAYMENT_NOT_OPENED } from '#app/components/payment/payment-choice.ts'
import {
  DeliveryFields,
  type KnownDelivery,
  ZipField,
} from '#app/components/rental/delivery-fields.tsx'
import { barredInWords } from '#app/components/rental/deposit-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Form } from '#app/ui/form.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { ChosenHandover } from '#db/enums.ts'
import { dollars } from '#domain/shared/cents.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** A piece that can be requested, with its price for the days of the board. */
export type BagRow = {
  readonly id: string
  readonly title: string
  readonly imageUrl: string | null
  readonly size: string
  readonly isFree: boolean
  readonly creditsPerDay: number
  readonly credits: number
  readonly offer: ShownOffer
  readonly handover: ChosenHandover | null
}

type BagFormProps = {
  readonly pieces: readonly BagRow[]
  /** The ids of those that are chosen first. */
  readonly chosen: readonly string[]
  readonly together: boolean
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly deposit: OwnDeposit
  readonly delivery: KnownDelivery
  readonly requestKey: string
  readonly answer: { readonly problem: string } | null
  readonly errors: Readonly<Record<string, string>>
}

/** The pieces of a bag, one price for all of them, and one button. */
export function BagForm(props: BagFormProps) {
  const { pieces, start, end, deposit, delivery, errors } = props
  const [chosen, setChosen] = useState<readonly string[]>(props.chosen)
  const hydrated = useHydrated()
  const busyIntent = useNavigation().formData?.get('intent')
  const inBag = pieces.filter(({ id, isFree }) => isFree && chosen.includes(id))
  const credits = inBag.reduce((sum, piece) => sum + piece.credits, 0)
  const missingCents = missingDeposit(deposit)
  const payment = usePayToday(credits, missingCents ?? 0)
  const paid = missingCents === null ? null : payment
  const [cheapest] = paid?.ways ?? []
  const mustPay = cheapest && cheapest.totalCents > 0
  const intent = mustPay ? intentOf(cheapest) : 'rent'
  const what = inBag.length > 1 ? 'these rentals' : undefined
  const toggle = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <Form
      method="post"
      answer={props.answer}
      failed="Error: Failed to send your requests. Please try again."
      className="mt-8 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6"
    >
      <input type="hidden" name="request_key" value={props.requestKey} />
      <input type="hidden" name="start" value={start} />
      <input type="hidden" name="end" value={end} />
      <ul className="border-t border-line">
        {pieces.map((piece) => (
          <BagPieceRow
            key={piece.id}
            piece={piece}
            isChosen={chosen.includes(piece.id)}
            onChoose={toggle}
            error={errors[`handover-${piece.id}`]}
          />
        ))}
      </ul>
      {(inBag.length > 1 || !hydrated) && <TogetherChoice together={props.together} />}
      <dl className="grid grid-cols-2 border-b border-line pb-4">
        <dt className="font-medium">{inBag.length === 1 ? '1 item' : `${inBag.length} items`}</dt>
        <dd aria-live="polite" className="text-right font-medium tabular-nums">
          {creditsInWords(credits)}
        </dd>
      </dl>
      {paid && inBag.length > 0 && <PayToday {...paid} what={what} />}
      {delivery.zip !== null && <ZipField known={delivery.zip} error={errors.zip} />}
      <DeliveryFields known={delivery} errors={errors} />
      {typeof deposit === 'object' && <Notice>{barredInWords(deposit)}</Notice>}
      {paid && (
        <Button
          name="intent"
          value={intent}
          data-failed={mustPay ? PAYMENT_NOT_OPENED : undefined}
          disabled={hydrated && inBag.length === 0}
          wide
          busy={busyIntent === intent}
          busyText="Processing..."
        >
          {mustPay
            ? `Pay ${dollars(cheapest.totalCents)} and request`
            : `Request ${inBag.length === 1 ? '1 item' : `${inBag.length} items`}`}
        </Button>
      )}
      {paid && inBag.length > 0 && (
        <PayTodayTerms today={paid} busyIntent={busyIntent} what={what} />
      )}
      <noscript>
        <Button name="intent" value="quote" kind="quiet" size="small">
          Calculate price
        </Button>
      </noscript>
    </Form>
  )
}

function BagPieceRow({
  piece,
  isChosen,
  onChoose,
  error,
}: {
  piece: BagRow
  isChosen: boolean
  onChoose: (id: string, isChosen: boolean) => void
  error: string | undefined
}) {
  const { id, title, imageUrl, size, isFree, creditsPerDay, credits, offer, handover } = piece
  return (
    <li className="border-b border-line py-4">
      <label className="flex min-h-11 items-center gap-4">
        <input
          type="checkbox"
          name="piece"
          value={id}
          checked={isFree && isChosen}
          disabled={!isFree}
          onChange={(event) => onChoose(id, event.target.checked)}
          className="size-5 shrink-0 accent-ink"
        />
        <span className="w-14 shrink-0 overflow-hidden rounded-picture">
          <ItemPicture imageUrl={imageUrl} title="" sizes="3.5rem" />
        </span>
        <span className="min-w-0">
          <span className="block wrap-anywhere">{title}</span>
          <Facts as="span" className="text-sm text-soft">
            {`Size ${size}`}
            {isFree ? creditsInWords(credits) : 'Not free on these dates'}
          </Facts>
        </span>
      </label>
      {isFree && (
        <>
          <input type="hidden" name={`price-${id}`} value={creditsPerDay} />
          {isChosen && (
            <div className="mt-3 [&_fieldset]:border-0 [&_fieldset]:pb-0">
              <HandoverChoice
                name={`handover-${id}`}
                offer={offer}
                chosen={handover}
                error={error}
              />
            </div>
          )}
        </>
      )}
    </li>
  )
}

function TogetherChoice({ together }: { together: boolean }) {
  const choice = (value: string, label: string, isChosen: boolean) => (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="radio"
        name="together"
        value={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-ink"
      />
      {label}
    </label>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">If one is no longer free</legend>
      <div className="mt-2">
        {choice('yes', 'Request nothing', together)}
        {choice('no', 'Request the others', !together)}
      </div>
    </fieldset>
  )
}
