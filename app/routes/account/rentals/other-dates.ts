import { data, href, type RouterContextProvider } from 'react-router'
import type { DatesAnswer, ShownDates } from '#app/components/rental/dates/change-dates.tsx'
import { datesRefusal } from '#app/components/rental/dates/dates-words.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { appContext, todayIn, viewerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import type { RentalId } from '#db/ids.ts'
import { withdrawDates } from '#domain/booking/rentals/dates/answer-dates.ts'
import { changeDates } from '#domain/booking/rentals/dates/change-dates.ts'
import { datesOffer } from '#domain/booking/rentals/dates/dates-offer.ts'
import { quoteDates } from '#domain/booking/rentals/dates/quote-dates.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'

type Context = Readonly<RouterContextProvider>

/**
 * To which dates the rental can move, with the question about those in the address or why they are
 * not possible; null for a person who has not agreed to new terms.
 */
export async function readShownDates(
  context: Context,
  shopper: Shopper,
  rentalId: RentalId,
  query: URLSearchParams,
): Promise<ShownDates | null> {
  if (viewerIn(context).consentIsDue) return null
  const { db } = context.get(appContext)
  const today = todayIn(context)
  const offer = await datesOffer(db, shopper, rentalId, today)
  if (!offer) return null
  const shown = { offer, requestKey: newId() }
  if (!query.has('start') && !query.has('end'))
    return { ...shown, typed: null, refusal: null, quoted: null }
  const typed = typedIn(query)
  const quoted = quoteDates(offer, typed, today)
  return quoted.ok
    ? { ...shown, typed, refusal: null, quoted: quoted.value }
    : { ...shown, typed, refusal: datesRefusal(quoted.problem), quoted: null }
}

function typedIn(from: { readonly get: (name: string) => unknown }) {
  const text = (name: string) => String(from.get(name) ?? '').slice(0, 10)
  return { start: text('start'), end: text('end') }
}

/** The renter has confirmed the new dates, or no longer wants those that they proposed. */
export async function answerOtherDates(
  context: Context,
  request: Request,
  shopper: Shopper,
  rentalId: RentalId,
  form: FormData,
) {
  const returnTo = href('/my-rentals/:id', { id: rentalId })
  const { db, clock, originOf, timeZone } = context.get(appContext)
  const on = { rentalId, origin: originOf(request) }
  if (form.get('answer') === 'withdraw-dates') {
    const withdrawn = await withdrawDates(db, shopper, on, clock())
    if (!withdrawn.ok) throw data(null, { status: 404 })
    return redirectWithSuccess(returnTo, 'Your rental keeps its dates. We let the closet know.')
  }
  askConsentFirst(context, returnTo)
  const input = {
    ...on,
    start: form.get('start'),
    end: form.get('end'),
    requestKey: requestKeyIn(form) ?? newId(),
  }
  const outcome = await changeDates(db, shopper, input, clock(), todayIn(context), timeZone)
  if (outcome.ok) {
    const { answerBy } = outcome.value
    return redirectWithSuccess(
      returnTo,
      answerBy
        ? `We asked the closet, which answers by ${showDeadline(answerBy, timeZone)}.`
        : 'The dates have changed. We let the closet know.',
    )
  }
  const { problem } = outcome
  if (problem.reason === 'rental-not-found') throw data(null, { status: 404 })
  const typed = typedIn(form)
  const dates: DatesAnswer =
    problem.reason === 'not-enough-credits'
      ? {
          typed,
          refusal: null,
          buy: `You need ${problem.needed} credits but only have ${problem.balance}. Would you like to purchase more credits?`,
        }
      : { typed, refusal: datesRefusal(problem), buy: null }
  return data({ dates }, { status: 400 })
}
