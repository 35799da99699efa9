import { useContext, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { dayInWords, dayWithoutWeekday } from '#app/components/dates/dates-in-words.ts'
import { handoverInWords } from '#app/components/handover/chosen-handover-words.ts'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { RenterSum } from '#app/components/ratings/renter-stars.tsx'
import { depositSentence } from '#app/components/rental/deposit-words.ts'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { ListedRental } from '#domain/booking/rentals/lists/panel-list.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { GOOD_RETURN, quickStepOf, quickStepWords } from './quick-step.ts'
import { priceInWords } from './refund-words.ts'
import type { RentalPaths } from './rental-paths.ts'
import { EmailLink, RenterContact } from './renter-contact.tsx'
import { RenterMarks } from './renter-marks.tsx'
import { stageWords } from './stage-words.ts'
import { STEP_FAILED } from './step-failed.ts'

type RentalRowsProps = {
  rentals: readonly ListedRental[]
  today: CalendarDate
  paths: RentalPaths
  /** Admins see whose it is. */
  showsOwner?: boolean | undefined
  heading?: 'h3' | 'h4'
}

/** Rentals one under the other, each with its next step (spec 5.8). */
export function RentalRows({ rentals, heading = 'h3', ...props }: RentalRowsProps) {
  useCooldownAfterSteps(rentals)
  return (
    <ul className="border-t border-line">
      {rentals.map((rental, index) => (
        <RentalRow
          key={rental.id}
          rental={rental}
          heading={heading}
          priority={index < 4}
          {...props}
        />
      ))}
    </ul>
  )
}

/**
 * After a step the rows below move up, so for a moment a second tap in the same place is ignored. A
 * failed step moves nothing.
 */
const COOLDOWN_MS = 1000
let cooldownUntil = 0

function useCooldownAfterSteps(rentals: readonly ListedRental[]) {
  const isStepping = useNavigation().formData?.has('rental') ?? false
  const shown = JSON.stringify(rentals)
  const stepped = useRef<string>(null)
  useEffect(() => {
    if (isStepping) stepped.current ??= shown
    else {
      if (stepped.current !== null && stepped.current !== shown)
        cooldownUntil = Date.now() + COOLDOWN_MS
      stepped.current = null
    }
  }, [isStepping, shown])
}

type RentalRowProps = Omit<RentalRowsProps, 'rentals' | 'heading'> & {
  rental: ListedRental
  heading: 'h3' | 'h4'
  priority: boolean
}

function RentalRow({
  rental,
  today,
  paths,
  showsOwner,
  heading: Heading,
  priority,
}: RentalRowProps) {
  const { label, kind, sentence } = stageWords(rental, today, useContext(ShopTimeZone))
  const isOver = isIn(rental.stage, 'over')
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-b border-line py-3 md:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_9.5rem] md:items-center md:gap-x-6">
      <div className="row-span-2 md:row-span-1">
        <ItemPicture
          imageUrl={rental.imageUrl}
          title=""
          sizes="2.5rem"
          priority={priority}
          className="rounded-picture"
        />
      </div>
      <div className="min-w-0">
        <Heading className="font-body text-base leading-snug font-medium">
          <Link to={paths.rental(rental.id)} prefetch="intent" className="hover:text-primary-700">
            {rental.title}
          </Link>
        </Heading>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <Badge kind={kind}>{label}</Badge>
          {isOver ? sentence : `Size ${rental.size}`}
        </p>
        {(rental.stage === 'requested' || rental.proposed) && (
          <p className="mt-1 text-sm">{sentence}</p>
        )}
        {!isOver && rental.chosenHandover && rental.chosenHandover !== 'delivery' && (
          <p
            className={
              rental.chosenHandover === 'ask' ? 'mt-1 text-sm text-danger' : 'mt-1 text-sm'
            }
          >
            {handoverInWords(rental.chosenHandover, showsOwner ?? false)}
          </p>
        )}
        {rental.deposit && showsDeposit(rental) && (
          <p className="mt-1 text-sm">{depositSentence('the renter’s', rental.deposit)}</p>
        )}
        {rental.next && (
          <p className="mt-1 text-sm text-danger">
            Next: {rental.next.firstName}, {dayWithoutWeekday(rental.next.start, today)}
          </p>
        )}
        {showsOwner && (
          <p className="mt-1 text-sm text-soft">
            Owner: <bdi>{rental.owner.fullName}</bdi> <EmailLink person={rental.owner} />
          </p>
        )}
      </div>
      <div className="col-start-2 min-w-0 md:col-start-auto">
        <p className="text-sm">{rental.renter.fullName}</p>
        {rental.status === 'pending' && <RenterSum sum={rental.renterStars} />}
        {rental.renterMarks && (
          <p className="text-sm">
            <RenterMarks {...rental.renterMarks} />
          </p>
        )}
        {isOver ? (
          <p className="text-sm">
            <EmailLink person={rental.renter} />
          </p>
        ) : (
          <RenterContact rental={rental} />
        )}
      </div>
      <p className="col-start-2 text-sm tabular-nums md:col-start-auto">
        <span className="whitespace-nowrap">{dayInWords(rental.start, today)}</span> –{' '}
        <span className="whitespace-nowrap">{dayInWords(rental.end, today)}</span>
        <span className="block text-soft">{priceInWords(rental)}</span>
      </p>
      <div className="col-start-2 flex flex-wrap items-center gap-x-5 md:col-start-auto md:justify-end">
        <NextStep rental={rental} today={today} paths={paths} />
      </div>
    </li>
  )
}

/** Where somebody decides on what the deposit secures: accept, hand over, review. */
const showsDeposit = ({ stage }: ListedRental) =>
  isIn(stage, 'beforeDelivery') || stage === 'returned'

function NextStep({
  rental,
  today,
  paths,
}: {
  rental: ListedRental
  today: CalendarDate
  paths: RentalPaths
}) {
  const { pathname, search } = useLocation()
  const stepping = useNavigation().formData?.get('rental')
  const step = quickStepOf(rental, today)
  const to = paths.rental(rental.id)
  const what = <span className="sr-only"> {rental.title}</span>
  if (rental.isForOthers && !isIn(rental.stage, 'over'))
    return <p className="text-sm text-soft">Your own rental</p>
  if (rental.moves.includes('approve-condition'))
    return (
      <LinkButton to={to} kind="secondary" size="small" className="max-md:min-h-11">
        Review{what}
      </LinkButton>
    )
  return (
    <>
      {rental.proposed && (
        <LinkButton
          to={`${to}#other-dates`}
          kind="secondary"
          size="small"
          className="max-md:min-h-11"
        >
          Answer{what}
        </LinkButton>
      )}
      {step && (
        <Form
          method="post"
          action={paths.list}
          preventScrollReset
          className="flex flex-wrap items-center gap-x-5 md:justify-end"
          onSubmit={(event) => {
            if (Date.now() < cooldownUntil) event.preventDefault()
          }}
        >
          <input type="hidden" name="rental" value={rental.id} />
          <input type="hidden" name="returnTo" value={pathname + search} />
          <Button
            name="intent"
            value={step}
            data-failed={STEP_FAILED[step]}
            kind="secondary"
            size="small"
            className="max-md:min-h-11"
            busy={stepping === rental.id}
            busyText="Saving..."
          >
            {step === 'accept' && rental.chosenHandover === 'ask'
              ? 'Accept and arrange it'
              : quickStepWords[step]}
            {what}
          </Button>
          {step === 'record-return' && (
            <Button
              name="intent"
              value={GOOD_RETURN}
              data-failed={STEP_FAILED['approve-condition']}
              kind="quiet"
              size="small"
              className="max-md:min-h-11"
            >
              Returned and fine{what}
            </Button>
          )}
        </Form>
      )}
      {rental.status === 'pending' && rental.moves.includes('cancel') && (
        <Link
          to={`${to}?${new URLSearchParams({ cancel: 'yes', returnTo: pathname + search })}`}
          className="inline-flex min-h-11 items-center text-sm text-link md:min-h-9"
        >
          Decline{what}
        </Link>
      )}
    </>
  )
}
