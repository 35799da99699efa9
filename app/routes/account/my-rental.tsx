import { data, href, Link } from 'react-router'
import { ItemPicture } from '#app/components/item-picture.tsx'
import { ItemTitle } from '#app/components/item-title.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { CancelRentalDialog } from '#app/components/rental/cancel-rental-dialog.tsx'
import { DeliveryDetails } from '#app/components/rental/delivery-details.tsx'
import {
  UndoDelivered,
  UndoSentBack,
  WasItDelivered,
} from '#app/components/rental/delivery-question.tsx'
import { HandoverList } from '#app/components/rental/handover-list.tsx'
import { MAX_HANDOVER_PHOTOS } from '#app/components/rental/handover-photos.ts'
import { KeepLonger } from '#app/components/rental/keep-longer.tsx'
import { RentalAtRisk } from '#app/components/rental/rental-at-risk.tsx'
import { RentalFacts } from '#app/components/rental/rental-facts.tsx'
import { RentalHelp } from '#app/components/rental/rental-help.tsx'
import { RentalProgress } from '#app/components/rental/rental-progress.tsx'
import { handoverWords, statusWords } from '#app/components/rental/rental-words.ts'
import { SendBackForm } from '#app/components/rental/send-back-form.tsx'
import { appContext, shopperIn, todayIn } from '#app/http/contexts.ts'
import { redirectWithToast } from '#app/http/flash.ts'
import { readFormWithPhotos } from '#app/http/form-with-photos.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { imageSentences } from '#app/http/image-sentences.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { RentalId } from '#db/ids.ts'
import { correct } from '#domain/rentals/corrections.ts'
import { confirmDelivery, denyDelivery } from '#domain/rentals/delivery-answers.ts'
import { changeDeliveryDetails } from '#domain/rentals/delivery-details.ts'
import { handoversOf } from '#domain/rentals/handovers.ts'
import { rentalDetails } from '#domain/rentals/rental-details.ts'
import { findMyRental } from '#domain/rentals/rental-queries.ts'
import { isIn } from '#domain/rentals/rental-stage.ts'
import { risksOf } from '#domain/rentals/risks.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { showInstant } from '#domain/shared/show-instant.ts'
import type { Route } from './+types/my-rental.ts'
import { deliveryForm } from './delivery-form.ts'
import { answerKeepLonger, readKeepOffer } from './keep-rental.ts'
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
  const [handovers, details, keepOffer, [risk]] = await Promise.all([
    handoversOf(db, [rental.id]),
    rentalDetails(db, shopper, rental.id, clock()),
    rental.mayExtend ? readKeepOffer(context, shopper, rental.id, query.get('keep')) : null,
    risksOf(db, shopper, [rental.id], timeZone),
  ])
  const undo = details?.correction
  return {
    undo: undo?.until ? { name: undo.name, until: showInstant(undo.until, timeZone) } : null,
    rental,
    risk: risk ? { ...risk, decidedAt: showInstant(risk.decidedAt, timeZone) } : null,
    today,
    keepOffer,
    confirmsCancel: rental.mayCancel && query.has('cancel'),
    objectUntil: rental.objectUntil && showInstant(rental.objectUntil, timeZone),
    handovers: handovers.map(({ step, note, imageIds, writtenBy, writtenAt }) => ({
      what: handoverWords[step],
      by: writtenBy,
      at: showInstant(writtenAt, timeZone),
      note,
      photos: imageIds.map(imageAddress),
    })),
  }
}

/** The renter's answers and steps; without one, the delivery details are saved. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  const rentalId = parseId<RentalId>(params.id)
  if (!shopper) throw data(null, { status: 403 })
  if (!rentalId) throw data(null, { status: 404 })
  const uses = { photos: 'handover' } as const
  const posted = await readFormWithPhotos(context, request, shopper, uses, MAX_HANDOVER_PHOTOS)
  if (!posted) return answerProblem(problem(imageSentences['too-large']), 413)
  const { form, problems } = posted
  if (Object.keys(problems).length > 0)
    return answerProblem(problem('', { fields: problems, form }))
  const answer = form.get('answer')
  if (answer === 'undo' || answer === 'undo-send-back')
    return await undoAnswer(context, request, shopper, rentalId, answer)
  if (answer === 'wait')
    return redirectWithToast(href('/my-rentals/:id', { id: rentalId }), {
      type: 'success',
      text: 'Your rental stays as it is. You will get an email when we know more.',
    })
  if (answer === 'sent-back') return await answerSentBack(context, request, shopper, rentalId, form)
  if (answer === 'delivered' || answer === 'missing')
    return await answerDelivery(context, request, shopper, rentalId, answer)
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

/** The renter's answer when nobody marked it as delivered. */
async function answerDelivery(
  context: Route.ActionArgs['context'],
  request: Request,
  shopper: Shopper,
  rentalId: RentalId,
  answer: 'delivered' | 'missing',
) {
  const { db, clock, originOf } = context.get(appContext)
  const on = { rentalId, origin: originOf(request), today: todayIn(context) }
  const say = answer === 'delivered' ? confirmDelivery : denyDelivery
  const outcome = await say(db, shopper, on, clock())
  if (!outcome.ok && outcome.problem.reason === 'rental-not-found')
    throw data(null, { status: 404 })
  const backTo = href('/my-rentals/:id', { id: rentalId })
  const thanks = { type: 'success', text: 'Thank you. We will tell the closet.' } as const
  const undo = { text: 'Undo', to: backTo, fields: { answer: 'undo' } }
  const toast = outcome.ok
    ? { ...thanks, ...(answer === 'delivered' && { link: undo }) }
    : ({
        type: 'error',
        text:
          outcome.problem.reason === 'still-out'
            ? 'This piece is still recorded as being with another renter. Please ask the closet to record its return first.'
            : 'This has already been answered.',
      } as const)
  return redirectWithToast(backTo, toast)
}

/** It was not delivered after all, so the question is open again; or it was not sent back. */
async function undoAnswer(
  context: Route.ActionArgs['context'],
  request: Request,
  shopper: Shopper,
  rentalId: RentalId,
  answer: 'undo' | 'undo-send-back',
) {
  const { db, clock, originOf } = context.get(appContext)
  const correction = answer === 'undo' ? 'undo-deliver' : 'undo-send-back'
  const on = { rentalId, origin: originOf(request), correction } as const
  const outcome = await correct(db, shopper, on, clock())
  if (!outcome.ok && outcome.problem.reason === 'rental-not-found')
    throw data(null, { status: 404 })
  const toast = outcome.ok
    ? ({ type: 'success', text: UNDONE[correction] } as const)
    : ({ type: 'error', text: 'This can no longer be undone. Please contact us.' } as const)
  return redirectWithToast(href('/my-rentals/:id', { id: rentalId }), toast)
}

const UNDONE = {
  'undo-deliver': 'Undone. Please tell us what happened.',
  'undo-send-back': 'Undone. Please tell us when you send it back.',
} as const

export default function MyRentalPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.rental) return <AdminNotice title="My Rentals" />
  const { rental, risk, today, handovers, objectUntil } = loaderData
  const { undo, confirmsCancel, keepOffer } = loaderData
  const keep = actionData && 'keep' in actionData ? actionData.keep : null
  const details = actionData && 'problem' in actionData ? actionData : undefined
  const { label, kind, sentence } = statusWords(rental, today)
  const isOpen = isIn(rental.stage, 'beforeDelivery') && !rental.mayAnswer
  const facts = <RentalFacts rental={rental} isOpen={isOpen} />
  const progress = <RentalProgress rental={rental} today={today} />
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
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start">
        <div className="grid grid-cols-[min(8rem,38%)_minmax(0,1fr)] gap-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <ItemPicture
            imageUrl={rental.imageUrl}
            title={rental.title}
            sizes="(min-width: 40rem) 11rem, 8rem"
            priority
            className="rounded-picture"
          />
          <div>
            <Badge kind={kind}>{label}</Badge>
            <p className="mt-3 text-[0.9375rem]">{sentence}</p>
            {risk && (
              <p className="mt-3 text-sm">
                <a href="#at-risk" className="text-danger text-link">
                  It may not be back in time
                </a>
              </p>
            )}
            {(keepOffer || rental.mayCancel) && (
              <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-sm">
                {keepOffer && (
                  <a href="#keep-longer" className="text-link">
                    Keep it longer
                  </a>
                )}
                {rental.mayCancel && (
                  <Link to="?cancel" preventScrollReset className="text-link">
                    Cancel rental
                  </Link>
                )}
              </p>
            )}
          </div>
          {/* The form of an open rental fills the other column; otherwise its details do. */}
          <div className="col-span-2">{isOpen ? facts : progress}</div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {rental.mayAnswer && <WasItDelivered isDenied={rental.isDenied} />}
          {undo?.name === 'undo-deliver' && <UndoDelivered until={undo.until} />}
          {undo?.name === 'undo-send-back' && <UndoSentBack until={undo.until} />}
          {rental.maySendBack && <SendBackForm answer={details} />}
          {objectUntil && (
            <Notice>
              {rental.owner.fullName} kept {dollars(rental.depositWithheld)} of your deposit. If you
              do not agree,{' '}
              <Link to={`${href('/feedback')}?rental=${rental.id}`} className="text-link">
                tell us
              </Link>{' '}
              by {objectUntil}. Hemline’s team reads it, not the closet. We can reduce or refund the
              amount.
            </Notice>
          )}
          {isOpen ? progress : facts}
          {isOpen ? (
            <DeliveryDetails rental={rental} answer={details} />
          ) : (
            details?.problem && <Notice kind="error">{details.problem}</Notice>
          )}
          <KeepLonger rental={rental} shown={keepOffer} answer={keep} today={today} />
          {handovers.length > 0 && (
            <section aria-labelledby="handovers">
              <h2 id="handovers" className="mb-5 text-[1.625rem]">
                Notes and photos
              </h2>
              <HandoverList handovers={handovers} />
            </section>
          )}
          <RentalHelp rental={rental} today={today} />
        </div>
      </div>
      {confirmsCancel && (
        <CancelRentalDialog
          rental={rental}
          isFree={risk !== null}
          backTo={href('/my-rentals/:id', { id: rental.id })}
        />
      )}
    </div>
  )
}
