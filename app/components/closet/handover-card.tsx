import { useContext } from 'react'
import { href } from 'react-router'
import { dayInWords } from '#app/components/dates/dates-in-words.ts'
import { ArrangementForm } from '#app/components/handover/arrangement-form.tsx'
import { handoverInWords } from '#app/components/handover/chosen-handover-words.ts'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { closetRentalPaths } from '#app/components/manage/rental-paths.ts'
import { RenterContact } from '#app/components/manage/renter-contact.tsx'
import { stageWords } from '#app/components/manage/stage-words.ts'
import { depositSentence } from '#app/components/rental/deposit-words.ts'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { RentalId } from '#db/ids.ts'
import { isFormerMember } from '#domain/accounts/people/former-member.ts'
import type { DayHandover, DayPiece } from '#domain/booking/rentals/lists/closet-day.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** What was done with each piece of a handover, when not all could be done. */
export type HandoverResult = {
  readonly card: string
  readonly done: readonly { readonly id: RentalId; readonly title: string }[]
  readonly refused: readonly { readonly title: string; readonly why: string }[]
  /** What undoes those that were done. */
  readonly undo: Readonly<Record<string, string>> | null
}

type HandoverCardProps = {
  handover: DayHandover
  /** Handed over, or brought back. */
  kind: 'deliver' | 'fine'
  today: CalendarDate
  path: string
  /** What renters read about every return; null for deliveries, and without. */
  instructions: string | null
  result: HandoverResult | undefined
  /** An arrangement that could not be saved. */
  unsaved: Problem | undefined
}

const BUTTONS = { deliver: 'All handed over', fine: 'All back, all fine' } as const

/** Everything that changes hands with one renter at one place. */
export function HandoverCard(props: HandoverCardProps) {
  const { handover, kind, today, path, instructions, result, unsaved } = props
  const { id, pieces } = handover
  const [first] = pieces
  if (!first) return null
  const formId = `${kind}-${id}`
  const heading = `${formId}-name`
  return (
    <article aria-labelledby={heading} className="border-t border-ink py-5 break-inside-avoid">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="min-w-0">
          <h4 id={heading} className="font-body text-lg font-medium wrap-anywhere">
            <bdi>{first.renter.fullName}</bdi>
          </h4>
          {first.chosenHandover && (
            <p className={first.chosenHandover === 'ask' ? 'text-sm text-danger' : 'text-sm'}>
              {handoverInWords(first.chosenHandover, false)}
            </p>
          )}
          <RenterContact rental={first} />
          {instructions && !first.returnArrangement && first.stage !== 'returned' && (
            <p className="mt-2 text-sm whitespace-pre-line wrap-anywhere">
              <span className="block text-soft">Your return instructions</span>
              {instructions}
            </p>
          )}
          {first.deposit && (
            <p className="text-sm">{depositSentence('the renter’s', first.deposit)}</p>
          )}
          {!isFormerMember(first.renter) && (
            <Link to={`${href('/messages')}?rental=${id}`} className={ACTION}>
              <span className="wrap-anywhere">
                Write to <bdi>{first.renter.fullName}</bdi>
              </span>
            </Link>
          )}
        </div>
        <div className="min-w-0">
          <ul className="grid gap-3">
            {pieces.map((piece) => (
              <Piece key={piece.id} {...{ piece, kind, today, formId, path }} />
            ))}
          </ul>
          <Form method="post" id={formId} preventScrollReset warnUnsaved={false} className="mt-4">
            <input type="hidden" name="card" value={formId} />
            <Button name="intent" value={kind} size="small" className="max-md:min-h-11">
              {BUTTONS[kind]}
              <span className="sr-only"> {first.renter.fullName}</span>
            </Button>
          </Form>
          {result?.card === formId && <Result result={result} />}
          <Arrangement
            pieces={pieces}
            kind={kind}
            card={formId}
            answer={unsaved?.values.card === formId ? unsaved : undefined}
          />
        </div>
      </div>
    </article>
  )
}

type ArrangementProps = {
  pieces: readonly DayPiece[]
  kind: HandoverCardProps['kind']
  card: string
  answer: Problem | undefined
}

/** For the pieces that have not changed hands yet. */
function Arrangement({ pieces, kind, card, answer }: ArrangementProps) {
  const ahead = pieces.filter(({ stage }) => stage !== 'returned')
  const [first] = ahead
  if (!first) return null
  const isDelivery = kind === 'deliver'
  return (
    <ArrangementForm
      step={isDelivery ? 'delivery' : 'return'}
      rentals={ahead.map(({ id }) => id)}
      arranged={isDelivery ? first.deliveryArrangement : first.returnArrangement}
      renterName={first.renter.fullName}
      {...{ card, answer }}
    />
  )
}

type PieceProps = {
  piece: DayPiece
  kind: HandoverCardProps['kind']
  today: CalendarDate
  formId: string
  path: string
}

const ACTION = 'inline-flex min-h-11 items-center text-sm text-link md:min-h-7 print:hidden'

function Piece({ piece, kind, today, formId, path }: PieceProps) {
  const own = closetRentalPaths.rental(piece.id)
  const from = new URLSearchParams({ returnTo: path })
  const { sentence } = stageWords(piece, today, useContext(ShopTimeZone))
  const what = <span className="sr-only"> {piece.title}</span>
  const field = `${formId}-${piece.id}`
  return (
    <li className="grid grid-cols-[auto_2.5rem_minmax(0,1fr)] items-start gap-x-3 print:grid-cols-[2.5rem_minmax(0,1fr)]">
      <input
        type="checkbox"
        id={field}
        form={formId}
        name="rental"
        value={piece.id}
        // What is known not to be here is not part of it.
        defaultChecked={piece.stage !== 'late' && !piece.stillWith}
        className="mt-1 size-5 accent-primary print:hidden"
      />
      <ItemPicture imageUrl={piece.imageUrl} title="" sizes="2.5rem" className="rounded-picture" />
      <div className="min-w-0">
        <label htmlFor={field} className="font-medium wrap-anywhere">
          {piece.title}
        </label>
        <Facts className="text-sm text-soft">
          {`Size ${piece.size}`}
          {`${dayInWords(piece.start, today)} – ${dayInWords(piece.end, today)}`}
        </Facts>
        <p className={piece.stillWith ? 'text-sm text-danger' : 'text-sm'}>
          {piece.stillWith ? isolated(`Still with ${piece.stillWith}.`) : sentence}
        </p>
        <p className="flex flex-wrap gap-x-5">
          {piece.moves.includes('mark-late') && (
            <Link to={`${own}?${from}&ask=mark-late`} className={ACTION}>
              Not back yet{what}
            </Link>
          )}
          {kind === 'deliver' && (
            <Link to={`${own}?${from}&ask=fail-delivery`} className={ACTION}>
              Delivery failed{what}
            </Link>
          )}
          {piece.moves.includes('mark-no-show') && (
            <Link to={`${own}?${from}&ask=mark-no-show`} className={ACTION}>
              The renter did not come{what}
            </Link>
          )}
          {piece.stage === 'returned' && (
            <Link to={`${own}?${from}`} className={ACTION}>
              Something is wrong{what}
            </Link>
          )}
          {piece.moves.includes('record-return') && (
            <button
              type="submit"
              form={`${field}-look`}
              name="intent"
              value="look"
              className={ACTION}
            >
              Something is wrong{what}
            </button>
          )}
          <Link to={`${own}?${from}`} prefetch="intent" className={ACTION}>
            Open rental{what}
          </Link>
        </p>
        {piece.moves.includes('record-return') && (
          <Form method="post" id={`${field}-look`}>
            <input type="hidden" name="rental" value={piece.id} />
          </Form>
        )}
      </div>
    </li>
  )
}

function Result({ result: { done, refused, undo } }: { result: HandoverResult }) {
  return (
    <Notice kind="error" className="mt-4">
      <ul className="grid gap-1">
        {done.map(({ id, title }) => (
          <li key={id}>{title}: done.</li>
        ))}
        {refused.map(({ title, why }) => (
          <li key={title}>
            {title}: {why}
          </li>
        ))}
      </ul>
      {undo && (
        <Form method="post" preventScrollReset className="mt-2">
          {Object.entries(undo).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button kind="quiet" size="small">
            Undo what was done
          </Button>
        </Form>
      )}
    </Notice>
  )
}
