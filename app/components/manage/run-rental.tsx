import { type ReactNode, useContext } from 'react'
import { href } from 'react-router'
import { AnswerAppeal } from '#app/components/cases/answer-appeal.tsx'
import { AnswerReturn } from '#app/components/cases/answer-return.tsx'
import type { ClaimInWords, ReturnInWords } from '#app/components/cases/case-in-words.ts'
import { ArrangementForm } from '#app/components/handover/arrangement-form.tsx'
import { handoverInWords } from '#app/components/handover/chosen-handover-words.ts'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { RentalMessages } from '#app/components/messages/rental-messages.tsx'
import type { RentalConversation } from '#app/components/messages/shown-message.ts'
import { RentalReviews } from '#app/components/ratings/rental-reviews.tsx'
import type { RatingsInWords } from '#app/components/ratings/shown-ratings.ts'
import { ConditionReportForm } from '#app/components/rental/condition-report-form.tsx'
import { ProposedDates } from '#app/components/rental/dates/proposed-dates.tsx'
import { depositOfRental } from '#app/components/rental/deposit-words.ts'
import { HandoverWayWords } from '#app/components/rental/handover-way-words.tsx'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Badge } from '#app/ui/badge.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type {
  PanelRental,
  RunRental as Rental,
} from '#domain/booking/rentals/lists/rental-panel.ts'
import type { RenterMarks } from '#domain/booking/rentals/lists/renter-marks.ts'
import { rentalNumber } from '#domain/booking/rentals/stage/rental-number.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { ReportStep } from '#domain/booking/rentals/stage/report-times.ts'
import type { RenterRatings } from '#domain/care/ratings/renter-ratings.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { priceInWords } from './refund-words.ts'
import { Contact, FACTS } from './rental-contact.tsx'
import {
  CorrectionQuestion,
  RentalCorrections,
  type ShownCorrection,
} from './rental-corrections.tsx'
import { type HistoryLine, RentalHistory } from './rental-history.tsx'
import type { RentalPaths } from './rental-paths.ts'
import { RentalSteps, saysDeposit } from './rental-steps.tsx'
import { EmailLink } from './renter-contact.tsx'
import { stageWords } from './stage-words.ts'
import { type StepAnswer, StepQuestion } from './step-question.tsx'
import { NextRental } from './upcoming-rentals.tsx'

type RunRentalProps = {
  rental: Rental
  history: readonly HistoryLine[]
  next: PanelRental | null
  /** The amount withheld from the deposit, and the appeal against it. */
  claim: ClaimInWords | null
  returning: ReturnInWords | null
  /** The reviews of both sides, as far as this person can see them. */
  ratings: RatingsInWords | null
  ofRenter: RenterRatings | null
  reportSteps: readonly ReportStep[]
  messages: RentalConversation | null
  /** A conversation with the renter can be opened. */
  mayWrite: boolean
  /** What the closet sends with each acceptance. */
  acceptanceText: string | null
  reporting: ReportStep | null
  today: CalendarDate
  paths: RentalPaths
  showsOwner?: boolean
  /** The question that the address opens. */
  asking: string | null
  openedFrom: string | null
  details: {
    readonly correction: ShownCorrection | null
    /** The address asks whether to undo the last step. */
    readonly confirmsUndo: boolean
    readonly reduceUntil: string | null
    readonly isDenied: boolean
    /** What other rentals of this renter came to. */
    readonly marks: RenterMarks
    /** There are photos of the returned item. */
    readonly hasReturnPhotos: boolean
  }
  answer: StepAnswer | undefined
}

export function RunRental({ showsOwner = false, details, answer, ...props }: RunRentalProps) {
  const { rental, next, claim, returning, ratings, reporting, today, paths } = props
  const { correction, hasReturnPhotos } = details
  const answerTo = (...intents: readonly string[]) =>
    answer && intents.includes(answer.values.intent ?? '') ? answer : undefined
  const { label, kind, sentence } = stageWords(rental, today, useContext(ShopTimeZone))
  const own = paths.rental(rental.id)
  return (
    <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)] lg:items-start">
      {/* On a phone: contact, next steps, details; of a request the details first. */}
      <div className="contents lg:grid lg:grid-cols-[minmax(0,1fr)] lg:gap-8">
        <div className="grid grid-cols-[min(7rem,32%)_minmax(0,1fr)] gap-[min(1.5rem,6vw)] sm:grid-cols-[min(9rem,30%)_minmax(0,1fr)]">
          <ItemPicture
            imageUrl={rental.imageUrl}
            title={rental.title}
            sizes="9rem"
            priority
            className="rounded-picture"
          />
          <div>
            <Badge kind={kind} className="whitespace-normal!">
              {label}
            </Badge>
            <p className="mt-3 text-lg leading-snug">{sentence}</p>
            {details.isDenied && rental.status === 'confirmed' && (
              <p className="mt-2 text-danger">
                <bdi>{rental.renter.fullName}</bdi> says it never arrived.
              </p>
            )}
            <p className="mt-2 text-sm text-soft">
              <TextLink to={href('/item/:id', { id: rental.itemId })}>View item</TextLink>
            </p>
          </div>
        </div>
        <Contact rental={rental} marks={details.marks} ofRenter={props.ofRenter} />
        <Facts rental={rental} showsOwner={showsOwner}>
          {rental.chosenHandover && (
            <>
              <dt>Handover</dt>
              <dd>{handoverInWords(rental.chosenHandover, showsOwner)}</dd>
            </>
          )}
          {rental.deliveryArrangement && (
            <>
              <dt>Delivery</dt>
              <dd>{rental.deliveryArrangement}</dd>
            </>
          )}
          {rental.returnArrangement && (
            <>
              <dt>Return</dt>
              <dd>{rental.returnArrangement}</dd>
            </>
          )}
          {rental.handover && (
            <>
              <dt>Handed over</dt>
              <dd>
                <HandoverWayWords way={rental.handover} />
              </dd>
            </>
          )}
          {next && (
            <>
              <dt>Next rental</dt>
              <dd>
                <NextRental rental={next} to={paths.rental(next.id)} />
              </dd>
            </>
          )}
        </Facts>
      </div>
      <div className="contents lg:grid lg:grid-cols-[minmax(0,1fr)] lg:gap-12">
        <div className="grid gap-10">
          {rental.proposed && <ProposedDates rental={rental} proposed={rental.proposed} />}
          {claim && <AnswerAppeal claim={claim} answer={answerTo('answer-appeal')} />}
          {returning && (
            <AnswerReturn
              found={returning}
              isCloset={!showsOwner}
              answer={answerTo('accept-return', 'contest-return')}
            />
          )}
          {ratings && (
            <RentalReviews found={ratings} profile={null} button="intent" answerTo={answerTo} />
          )}
          <RentalSteps
            rental={rental}
            hasReturnPhotos={hasReturnPhotos}
            mayCorrect={Boolean(claim?.appealUntil)}
            cancelTo={`${own}?cancel=yes`}
            message={props.mayWrite ? (props.acceptanceText ?? '') : null}
            answer={answer}
          />
          <Arrangement rental={rental} answer={answerTo('arrange-delivery', 'arrange-return')} />
          <RentalCorrections
            own={own}
            correction={correction}
            reduceUntil={details.reduceUntil}
            withheldCents={rental.withheldCents}
            answer={answer}
          />
          {props.reportSteps.map((step) =>
            step === reporting ? (
              <ConditionReportForm
                key={step}
                step={step}
                readers={isolated(`${rental.renter.fullName} and Hemline can see this.`)}
                button="intent"
                answer={answerTo('report')}
              />
            ) : (
              <p key={step} className="text-sm">
                <TextLink to={`${own}?report=${step}#report-${step}`}>
                  Add a condition report on the {step}
                </TextLink>
              </p>
            ),
          )}
        </div>
        <RentalMessages
          conversation={props.messages}
          about={props.mayWrite ? `rental=${rental.id}` : null}
          otherName={rental.renter.fullName}
        />
        <RentalHistory lines={props.history} />
      </div>
      <StepQuestion
        rental={rental}
        hasReturnPhotos={hasReturnPhotos}
        own={own}
        asking={props.asking}
        openedFrom={props.openedFrom}
        answer={answer}
      />
      {details.confirmsUndo && correction && (
        <CorrectionQuestion own={own} name={correction.name} />
      )}
    </div>
  )
}

/** When and where, for the next time that it changes hands. */
function Arrangement({ rental, answer }: { rental: Rental; answer: Problem | undefined }) {
  const { id, stage, renter, isForOthers, deliveryArrangement, returnArrangement } = rental
  const isDelivery = stage === 'confirmed' || stage === 'undelivered'
  if (isForOthers || !(isDelivery || isIn(stage, 'withRenter'))) return null
  return (
    <section aria-labelledby="arrangement">
      <h2 id="arrangement" className="text-[1.625rem]">
        {isDelivery ? 'Arrange the delivery' : 'Arrange the return'}
      </h2>
      <ArrangementForm
        card={isDelivery ? 'delivery' : 'return'}
        step={isDelivery ? 'delivery' : 'return'}
        rentals={[id]}
        arranged={isDelivery ? deliveryArrangement : returnArrangement}
        renterName={renter.fullName}
        answer={answer}
      />
    </section>
  )
}

type FactsProps = { rental: Rental; showsOwner: boolean; children: ReactNode }

function Facts({ rental, showsOwner, children }: FactsProps) {
  // Whoever accepts reads the days and the price first.
  const isDecision = rental.stage === 'requested' || rental.proposed !== null
  return (
    <dl className={classNames(!isDecision && 'order-2 lg:order-none', FACTS)}>
      <dt>Dates</dt>
      <dd className="tabular-nums">
        {rental.start === rental.end
          ? showDate(rental.start)
          : `${showDate(rental.start)} –\u00a0${showDate(rental.end)}`}
        <br />
        {rental.totalDays} {rental.totalDays === 1 ? 'day' : 'days'}
      </dd>
      {children}
      <dt>Size</dt>
      <dd>{rental.size}</dd>
      <dt>Price</dt>
      <dd>{priceInWords(rental)}</dd>
      {rental.replacementValueCents !== null && (
        <>
          <dt>Replacement value</dt>
          <dd>{shortDollars(rental.replacementValueCents)}</dd>
        </>
      )}
      <dt>Number</dt>
      <dd>{rentalNumber(rental.id)}</dd>
      {!saysDeposit(rental) && (
        <>
          <dt>Deposit</dt>
          <dd>{depositOfRental('the renter’s', rental)}</dd>
        </>
      )}
      {showsOwner && (
        <>
          <dt>Closet</dt>
          <dd>
            <bdi>{rental.owner.fullName}</bdi>
            <br />
            <EmailLink person={rental.owner} className="text-link" />
          </dd>
        </>
      )}
      {rental.conditionNotes && (
        <>
          <dt>{rental.withheldCents > 0 ? 'Reason' : 'Condition notes'}</dt>
          <dd className="whitespace-pre-line">{rental.conditionNotes}</dd>
        </>
      )}
    </dl>
  )
}
