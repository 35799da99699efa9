import { data, href } from 'react-router'
import { claimInWords, returnInWords } from '#app/components/cases/case-in-words.ts'
import { MyAppeal } from '#app/components/cases/my-appeal.tsx'
import { MyReturn } from '#app/components/cases/my-return.tsx'
import { WithdrawDialog } from '#app/components/cases/withdraw-dialog.tsx'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { RentalMessages } from '#app/components/messages/rental-messages.tsx'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { RentalReviews } from '#app/components/ratings/rental-reviews.tsx'
import { ratingsInWords } from '#app/components/ratings/shown-ratings.ts'
import { CancelRentalDialog } from '#app/components/rental/cancel-rental-dialog.tsx'
import { ConditionReportForm } from '#app/components/rental/condition-report-form.tsx'
import { ChangeDates } from '#app/components/rental/dates/change-dates.tsx'
import { DeliveryDetails } from '#app/components/rental/delivery-details.tsx'
import { UndoDelivered, UndoSentBack } from '#app/components/rental/delivery-question.tsx'
import { HandoverList } from '#app/components/rental/handover-list.tsx'
import { MAX_HANDOVER_PHOTOS } from '#app/components/rental/handover-photos.ts'
import { KeepLonger } from '#app/components/rental/keep-longer.tsx'
import { isWaiting, NextStep } from '#app/components/rental/next-step/next-step.tsx'
import { RentalFacts } from '#app/components/rental/rental-facts.tsx'
import { RentalHelp } from '#app/components/rental/rental-help.tsx'
import { RentalProgress } from '#app/components/rental/rental-progress.tsx'
import { Folded, RentalSection } from '#app/components/rental/rental-section.tsx'
import { lacksDetails, statusWords } from '#app/components/rental/rental-words.ts'
import { RentalAtRisk } from '#app/components/rental/replacing/rental-at-risk.tsx'
import { TakeAnother } from '#app/components/rental/replacing/replacement-choices.tsx'
import { shownHandover } from '#app/components/rental/shown-handover.ts'
import { supportAddress } from '#app/components/reports/support-address.ts'
import { RequestsAbout } from '#app/components/support/requests-about.tsx'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { appContext, shopperIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithSuccess, redirectWithToast } from '#app/request/flash.ts'
import { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { answerRating, answerReply } from '#app/routes/manage/rating-answer.ts'
import { readRentalMessages } from '#app/routes/manage/rental-messages.ts'
import { answerReport } from '#app/routes/manage/report-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { RentalId } from '#db/ids.ts'
import { readSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { changeDeliveryDetails } from '#domain/booking/rentals/delivery-details.ts'
import { rentalDetails } from '#domain/booking/rentals/lists/rental-details.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { risksOf } from '#domain/booking/rentals/lists/risks.ts'
import { openReports } from '#domain/booking/rentals/records/condition-reports.ts'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { readRefundAhead } from '#domain/booking/rentals/rentals.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import { MAX_CASE_PHOTOS } from '#domain/care/cases/case-limits.ts'
import { findAppeal } from '#domain/care/cases/find-appeal.ts'
import { findReturn } from '#domain/care/cases/find-return.ts'
import { MAX_RATING_PHOTOS } from '#domain/care/ratings/rating-limits.ts'
import { findRatings } from '#domain/care/ratings/rating-queries.ts'
import { ownRequestsAbout } from '#domain/care/support/support-queries.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/my-rental.ts'
import { answerFiledAppeal, answerRequestedReturn, answerWithdrawnCase } from './case-answer.ts'
import { answerDelivery, undoAnswer } from './delivery-answer.ts'
import { deliveryForm } from './delivery-form.ts'
import { answerKeepLonger, readKeepOffer } from './keep-rental.ts'
import { answerOtherDates, readShownDates } from './other-dates.ts'
import { readReplacements } from './read-replacements.ts'
import { answerSentBack } from './send-back-answer.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.rental ? `Your rental of ${loaderData.rental.title}` : 'My Rentals')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { rental: null }
  const { db, timeZone, clock } = context.get(appContext)
  const today = todayIn(context)
  const id = parseId<RentalId>(params.id)
  const rental = id && (await findMyRental(db, shopper, id, today, timeZone))
  if (!rental) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const isReplaceable = rental.letDown !== null && rental.letDown !== 'at-risk'
  const cancels = rental.mayCancel && query.has('cancel')
  const [
    handovers,
    details,
    keepOffer,
    shownDates,
    [risk],
    claim,
    reports,
    messages,
    ratings,
    returning,
    replacements,
    refund,
    requests,
  ] = await Promise.all([
    handoversOf(db, [rental.id]),
    rentalDetails(db, shopper, rental.id, clock()),
    rental.mayExtend ? readKeepOffer(context, shopper, rental.id, query.get('keep')) : null,
    rental.mayChangeDates ? readShownDates(context, shopper, rental.id, query) : null,
    risksOf(db, shopper, [rental.id], timeZone),
    findAppeal(db, shopper, rental.id, clock()),
    openReports(db, shopper, rental.id, { now: clock(), today }),
    readRentalMessages(context, shopper, rental.id),
    findRatings(db, shopper, rental.id, clock()),
    findReturn(db, shopper, rental.id, clock(), today),
    isReplaceable ? readReplacements(context, shopper, rental.id) : null,
    cancels ? readRefundAhead(db, shopper, rental.id, clock()) : null,
    ownRequestsAbout(db, shopper, rental.id),
  ])
  const undo = details?.correction
  return {
    undo: undo?.until ? { name: undo.name, until: showInstant(undo.until, timeZone) } : null,
    rental,
    risk: risk ? { ...risk, decidedAt: showInstant(risk.decidedAt, timeZone) } : null,
    today,
    replacements,
    requests,
    keepOffer,
    shownDates,
    refund,
    claim: claim && claimInWords(claim, timeZone),
    confirmsWithdraw: claim?.appeal?.mayWithdraw === true && query.has('withdraw'),
    returning: returning && returnInWords(returning, timeZone),
    confirmsReturnWithdraw:
      returning?.request?.mayWithdraw === true && query.has('withdraw-return'),
    reports,
    messages,
    ratings: ratings && ratingsInWords(ratings, timeZone),
    sizeProfile: ratings?.writableUntil ? await readSizeProfile(db, shopper) : null,
    handovers: handovers.map((one) => shownHandover(one, timeZone)),
  }
}

const PHOTO_FIELDS = {
  photos: 'handover',
  appeal_photos: 'appeal',
  rating_photos: 'rating',
  return_photos: 'return_request',
} as const

/** The renter's answers and steps; without one, the delivery details are saved. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  const rentalId = parseId<RentalId>(params.id)
  if (!shopper) throw data(null, { status: 403 })
  if (!rentalId) throw data(null, { status: 404 })
  const max = Math.max(MAX_HANDOVER_PHOTOS, MAX_CASE_PHOTOS, MAX_RATING_PHOTOS)
  const posted = await readFormWithPhotos(context, request, shopper, PHOTO_FIELDS, max)
  if (!posted) return answerProblem(problem(imageSentences['too-large']), 413)
  const { form, problems } = posted
  if (Object.keys(problems).length > 0)
    return answerProblem(problem('', { fields: problems, form }))
  const answer = form.get('answer')
  if (answer === 'undo' || answer === 'undo-send-back')
    return await undoAnswer(context, request, shopper, rentalId, answer)
  if (answer === 'wait')
    return redirectWithSuccess(
      href('/my-rentals/:id', { id: rentalId }),
      'We have kept your rental. You will get an email when we know more.',
    )
  const on = { rentalId, returnTo: href('/my-rentals/:id', { id: rentalId }) }
  if (answer === 'report') return await answerReport(context, shopper, on, form)
  if (answer === 'rate') return await answerRating(context, shopper, on, form)
  if (answer === 'reply') return await answerReply(context, shopper, on, form)
  if (answer === 'appeal') return await answerFiledAppeal(context, shopper, on, form)
  if (answer === 'request-return') return await answerRequestedReturn(context, shopper, on, form)
  if (answer === 'withdraw-appeal') return await answerWithdrawnCase(context, shopper, on, 'appeal')
  if (answer === 'withdraw-return') return await answerWithdrawnCase(context, shopper, on, 'return')
  if (answer === 'sent-back') return await answerSentBack(context, request, shopper, rentalId, form)
  if (answer === 'delivered' || answer === 'missing')
    return await answerDelivery(context, request, shopper, rentalId, answer)
  if (answer === 'change-dates' || answer === 'withdraw-dates')
    return await answerOtherDates(context, request, shopper, rentalId, form)
  if (answer === 'extend') return await answerKeepLonger(context, request, shopper, rentalId, form)
  const read = checkForm(deliveryForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { db, clock } = context.get(appContext)
  const details = {
    rentalId,
    renterPhone: read.value.renter_phone,
    deliveryAddress: read.value.delivery_address,
    deliveryNotes: read.value.delivery_notes,
  }
  const outcome = await changeDeliveryDetails(db, shopper, details, clock())
  if (!outcome.ok) {
    if (outcome.problem.reason === 'rental-not-found') throw data(null, { status: 404 })
    return answerProblem(problem('It is too late to change this.', { form }))
  }
  const toast = {
    type: 'success',
    text: 'Saved. The closet can see your delivery details.',
  } as const
  return redirectWithToast(href('/my-rentals/:id', { id: rentalId }), toast)
}

export default function MyRentalPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.rental) return <AdminNotice title="My Rentals" />
  const { rental, risk, today, handovers, claim, confirmsWithdraw, reports } = loaderData
  const { ratings, sizeProfile, returning, confirmsReturnWithdraw } = loaderData
  const { undo, refund, keepOffer } = loaderData
  const keep = actionData && 'keep' in actionData ? actionData.keep : null
  const dates = actionData && 'dates' in actionData ? actionData.dates : null
  const details = actionData && 'problem' in actionData ? actionData : undefined
  /** The problem to show at one of the forms. */
  const answerTo = (form: string) => (details?.values.answer === form ? details : undefined)
  const { label, kind, sentence } = statusWords(rental, today)
  const isOver = isIn(rental.stage, 'over')
  const isOpen = isIn(rental.stage, 'beforeDelivery') && !rental.mayAnswer
  const messagesTo = loaderData.messages
    ? `${href('/messages/:id', { id: loaderData.messages.id })}#newest`
    : `${href('/messages')}?item=${rental.itemId}`
  return (
    <div className="page-column py-10 sm:py-16">
      <p>
        <Link to={href('/my-rentals')} className="text-sm text-link">
          My Rentals
        </Link>
      </p>
      <h1 className="mt-4">
        <Link to={href('/item/:id', { id: rental.itemId })} className="hover:text-primary-700">
          <ItemTitle title={rental.title} />
        </Link>
      </h1>
      {risk && <RentalAtRisk rentalId={rental.id} risk={risk} />}
      {loaderData.replacements && <TakeAnother shown={loaderData.replacements} />}
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start">
        {/* On a phone: what it is, the next step, details. */}
        <div className="contents lg:grid lg:grid-cols-[minmax(0,1fr)] lg:gap-8">
          <div className="grid grid-cols-[min(8rem,38%)_minmax(0,1fr)] gap-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <ItemPicture
              imageUrl={rental.imageUrl}
              title={rental.title}
              sizes="(min-width: 40rem) 11rem, 8rem"
              priority
              className="rounded-picture"
            />
            <div>
              <Badge kind={kind} className="whitespace-normal!">
                {label}
              </Badge>
              {(risk || !isWaiting(rental)) && <p className="mt-3 text-[0.9375rem]">{sentence}</p>}
              {risk && (
                <p className="mt-3 text-sm">
                  <a href="#at-risk" className="text-danger text-link">
                    It may not be back in time
                  </a>
                </p>
              )}
              <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-sm">
                {loaderData.shownDates && (
                  <a href="#change-dates" className="text-link">
                    Change dates
                  </a>
                )}
                {keepOffer && (
                  <a href="#keep-longer" className="text-link">
                    Keep it longer
                  </a>
                )}
                {rental.mayCancel && (
                  <TextLink to="?cancel" preventScrollReset>
                    Cancel rental
                  </TextLink>
                )}
                <TextLink to={supportAddress({ rental: rental.id })} rel="nofollow">
                  Something is wrong
                </TextLink>
              </p>
              <RequestsAbout requests={loaderData.requests} />
            </div>
          </div>
          <div className="order-1 grid gap-8 lg:order-none">
            <RentalProgress rental={rental} today={today} />
            <RentalFacts rental={rental} isOpen={isOpen} />
          </div>
        </div>
        <div className="contents lg:grid lg:grid-cols-[minmax(0,1fr)] lg:gap-10">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10 empty:hidden">
            {undo?.name === 'undo-deliver' && <UndoDelivered until={undo.until} />}
            {undo?.name === 'undo-send-back' && <UndoSentBack until={undo.until} />}
            {!isOpen && details?.problem && <Notice kind="error">{details.problem}</Notice>}
            {!risk && (
              <NextStep
                rental={rental}
                today={today}
                sentence={sentence}
                messagesTo={messagesTo}
                isReturnAccepted={returning?.request?.status === 'accepted'}
                details={details}
                sentBack={answerTo('sent-back')}
              />
            )}
            {returning && (
              <MyReturn
                found={returning}
                answer={answerTo('request-return')}
                today={today}
                end={rental.end}
              />
            )}
            {claim && <MyAppeal claim={claim} answer={answerTo('appeal')} />}
            {ratings && (
              <RentalReviews
                found={ratings}
                profile={sizeProfile}
                button="answer"
                answerTo={answerTo}
              />
            )}
          </div>
          <div className="order-2 grid grid-cols-[minmax(0,1fr)] gap-10 lg:order-none">
            <div className="empty:hidden">
              {reports.map((step) => (
                <Folded key={step} open={answerTo('report')?.values.report === step}>
                  <ConditionReportForm
                    step={step}
                    readers={isolated(`${rental.owner.fullName} and Hemline can see this.`)}
                    button="answer"
                    answer={answerTo('report')}
                  />
                </Folded>
              ))}
              {isOpen && !lacksDetails(rental) && (
                <Folded open={details !== undefined}>
                  <DeliveryDetails rental={rental} answer={details} />
                </Folded>
              )}
              <Folded
                open={
                  dates !== null || rental.proposed !== null || loaderData.shownDates?.typed != null
                }
              >
                <ChangeDates
                  rental={rental}
                  shown={loaderData.shownDates}
                  answer={dates}
                  today={today}
                />
              </Folded>
              <Folded open={keep !== null || keepOffer?.typed != null}>
                <KeepLonger rental={rental} shown={keepOffer} answer={keep} today={today} />
              </Folded>
              {handovers.length > 0 && (
                <Folded open={isOver}>
                  <RentalSection id="handovers" title="Notes and photos">
                    <HandoverList handovers={handovers} />
                  </RentalSection>
                </Folded>
              )}
              <Folded open={isOver}>
                <RentalHelp rental={rental} />
              </Folded>
            </div>
            <RentalMessages
              conversation={loaderData.messages}
              about={`item=${rental.itemId}`}
              otherName={rental.owner.fullName}
            />
          </div>
        </div>
      </div>
      {confirmsWithdraw && claim && (
        <WithdrawDialog rentalId={rental.id} claim={claim} isNoShow={false} />
      )}
      {confirmsReturnWithdraw && (
        <WithdrawDialog rentalId={rental.id} claim={null} isNoShow={returning?.isNoShow ?? false} />
      )}
      {refund && (
        <CancelRentalDialog
          rental={rental}
          refund={refund}
          backTo={href('/my-rentals/:id', { id: rental.id })}
        />
      )}
    </div>
  )
}
