import { data, href, type RouterContextProvider } from 'react-router'
import {
  type ExtendRefusal,
  type ExtendRefused,
  extendRefusal,
} from '#app/components/rental/extend-words.ts'
import type { KeepAnswer, KeepOffer } from '#app/components/rental/keep-longer.tsx'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { appContext, todayIn, viewerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import type { RentalId } from '#db/ids.ts'
import { extendRental } from '#domain/booking/rentals/changes/extend-rental.ts'
import {
  extensionOffer,
  heldAfterRental,
  quoteExtension,
} from '#domain/booking/rentals/changes/extension-offer.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

type Context = Readonly<RouterContextProvider>

/**
 * The offer, with the question about the chosen day or why it is not possible; null for a person
 * who has not agreed to new terms.
 */
export async function readKeepOffer(
  context: Context,
  shopper: Shopper,
  rentalId: RentalId,
  keep: string | null,
): Promise<KeepOffer | null> {
  if (viewerIn(context).consentIsDue) return null
  const { db } = context.get(appContext)
  const offer = await extensionOffer(db, shopper, rentalId, todayIn(context))
  if (!offer) return null
  const shown = { offer, typed: keep?.slice(0, 10) ?? null, requestKey: newId() }
  if (keep === null) return { ...shown, refusal: null, proposed: null }
  const quoted = quoteExtension(offer, keep)
  if (quoted.ok) return { ...shown, refusal: null, proposed: quoted.value }
  const refusal = await refusalOf(context, shopper, rentalId, quoted.problem, keep)
  return { ...shown, refusal, proposed: null }
}

async function refusalOf(
  context: Context,
  shopper: Shopper,
  rentalId: RentalId,
  problem: ExtendRefused,
  end: unknown,
): Promise<ExtendRefusal> {
  const { db, timeZone } = context.get(appContext)
  const held =
    problem.reason === 'dates-taken' ? await heldAfterRental(db, shopper, rentalId, end) : null
  return extendRefusal(problem, held && showInstant(held, timeZone))
}

/** The renter has confirmed the new last day. */
export async function answerKeepLonger(
  context: Context,
  request: Request,
  shopper: Shopper,
  rentalId: RentalId,
  form: FormData,
) {
  askConsentFirst(context, href('/my-rentals/:id', { id: rentalId }))
  const { db, clock, originOf } = context.get(appContext)
  const end = form.get('keep')
  const requestKey = requestKeyIn(form) ?? newId()
  const input = { rentalId, end, requestKey, origin: originOf(request) }
  const outcome = await extendRental(db, shopper, input, clock(), todayIn(context))
  if (outcome.ok)
    return redirectWithSuccess(
      href('/my-rentals/:id', { id: rentalId }),
      `You can keep it until ${showDate(outcome.value.end)}. We let the closet know.`,
    )
  const { problem } = outcome
  const typed = typeof end === 'string' ? end.slice(0, 10) : ''
  if (problem.reason === 'rental-not-found') throw data(null, { status: 404 })
  const keep: KeepAnswer =
    problem.reason === 'not-enough-credits'
      ? {
          typed,
          refusal: null,
          buy: `You need ${problem.needed} credits but only have ${problem.balance}. Would you like to purchase more credits?`,
        }
      : { typed, refusal: await refusalOf(context, shopper, rentalId, problem, end), buy: null }
  return data({ keep }, { status: 400 })
}
