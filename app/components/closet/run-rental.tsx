import { Link, useLocation, useNavigate } from 'react-router'
import { ItemPicture } from '#app/components/item-picture.tsx'
import { HandoverPhotos } from '#app/components/rental/handover-list.tsx'
import { creditsInWords } from '#app/components/shell/shell.ts'
import type { Problem } from '#app/http/forms.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import type { RunRental as Rental } from '#domain/rentals/rental-panel.ts'
import { type CalendarDate, showDate } from '#domain/shared/calendar-date.ts'
import { dollars } from '#domain/shared/cents.ts'
import { stageOf } from './rental-stage.ts'
import { RentalSteps } from './rental-steps.tsx'

/** A line of what happened, with its time as text. */
export type HistoryLine = {
  readonly what: string
  readonly at: string
  readonly by: string
  readonly note: string
  readonly photos: readonly string[]
}

type RunRentalProps = {
  rental: Rental
  history: readonly HistoryLine[]
  today: CalendarDate
  /** Where the list is. */
  base: string
  showsOwner?: boolean
  cancelling: boolean
  answer: Problem | undefined
}

/** One rental and everything that can be done about it. */
export function RunRental(props: RunRentalProps) {
  const { rental, history, today, base, showsOwner = false, cancelling, answer } = props
  const navigate = useNavigate()
  const { key } = useLocation()
  const { label, kind, sentence } = stageOf(rental, today)
  const own = `${base}/${rental.id}`
  return (
    <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)] lg:items-start">
      {/* On a phone what is to be done comes before what there is to know. */}
      <div className="contents lg:grid lg:gap-8">
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-6 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <ItemPicture
            imageUrl={rental.imageUrl}
            title={rental.title}
            sizes="9rem"
            priority
            className="rounded-picture"
          />
          <div>
            <Badge kind={kind}>{label}</Badge>
            <p className="mt-3 text-lg leading-snug">{sentence}</p>
            <p className="mt-2 text-sm text-soft">
              <Link to={`/item/${rental.itemId}`} className="text-link">
                The item’s page
              </Link>
            </p>
          </div>
        </div>
        <Facts rental={rental} showsOwner={showsOwner} />
      </div>
      <div className="contents lg:grid lg:gap-12">
        <RentalSteps rental={rental} cancelTo={`${own}?cancel=yes`} answer={answer} />
        <History lines={history} />
      </div>
      {cancelling && rental.moves.includes('cancel') && (
        <ConfirmDialog
          question={`Cancel the rental of ${rental.title}?`}
          open={key}
          onClose={() => navigate(own, { preventScrollReset: true, replace: true })}
          action={own}
          fields={{ intent: 'cancel' }}
          confirmText="Cancel rental"
          cancelText="Keep it"
          danger
        >
          <p className="text-soft">
            {rental.renter.fullName} gets {creditsInWords(rental.totalCredits)} back and is told.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function Facts({ rental, showsOwner }: { rental: Rental; showsOwner: boolean }) {
  const missing = <span className="text-soft">Not given yet</span>
  return (
    <dl className="order-2 grid grid-cols-[7.5rem_minmax(0,1fr)] border-b border-line text-[0.9375rem] lg:order-none [&>*]:border-t [&>*]:border-line [&>*]:py-3 [&>dt]:pr-4 [&>dt]:text-soft">
      <dt>Dates</dt>
      <dd className="tabular-nums">
        {showDate(rental.start)} –&nbsp;{showDate(rental.end)}
        <br />
        {rental.totalDays} {rental.totalDays === 1 ? 'day' : 'days'}
      </dd>
      <dt>Size</dt>
      <dd>{rental.size}</dd>
      <dt>Price</dt>
      <dd>{creditsInWords(rental.totalCredits)}</dd>
      <dt>Deposit</dt>
      <dd>
        {rental.depositKept > 0
          ? `${dollars(rental.depositKept)} of ${dollars(rental.depositAmount)} kept`
          : dollars(rental.depositAmount)}
      </dd>
      <dt>Renter</dt>
      <dd>
        {rental.renter.fullName}
        <br />
        <a href={`mailto:${rental.renter.email}`} className="break-words text-link">
          {rental.renter.email}
        </a>
      </dd>
      {showsOwner && (
        <>
          <dt>Closet</dt>
          <dd>
            {rental.owner.fullName}
            <br />
            <a href={`mailto:${rental.owner.email}`} className="break-words text-link">
              {rental.owner.email}
            </a>
          </dd>
        </>
      )}
      <dt>Phone</dt>
      <dd>
        {rental.renterPhone ? (
          <a href={`tel:${rental.renterPhone.replace(/[^\d+]/g, '')}`} className="text-link">
            {rental.renterPhone}
          </a>
        ) : (
          missing
        )}
      </dd>
      <dt>Delivery address</dt>
      <dd className="whitespace-pre-line">{rental.deliveryAddress ?? missing}</dd>
      <dt>Delivery notes</dt>
      <dd className="whitespace-pre-line">{rental.deliveryNotes ?? missing}</dd>
      {rental.conditionNotes && (
        <>
          <dt>Condition notes</dt>
          <dd className="whitespace-pre-line">{rental.conditionNotes}</dd>
        </>
      )}
    </dl>
  )
}

/** Who did what and when, with what was written and photographed. */
function History({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <section aria-labelledby="history" className="order-3 lg:order-none">
      <h2 id="history" className="text-[1.625rem]">
        What happened
      </h2>
      <ol className="mt-4 border-l border-line">
        {lines.map(({ what, at, by, note, photos }) => (
          <li
            key={`${what} ${at} ${by}`}
            className="relative py-3 pl-6 before:absolute before:top-[1.4rem] before:-left-[0.22rem] before:size-[0.4rem] before:rounded-full before:bg-ink"
          >
            <p>
              {what} <span className="text-soft">by {by}</span>
            </p>
            <p className="text-sm text-soft tabular-nums">{at}</p>
            {note && <p className="mt-2 max-w-prose whitespace-pre-line">“{note}”</p>}
            <HandoverPhotos urls={photos} of={what} />
          </li>
        ))}
      </ol>
    </section>
  )
}
