import { data, href, type RouterContextProvider } from 'react-router'
import { extendRefusal } from '#app/components/rental/extend-words.ts'
import type { KeepAnswer, KeepOffer } from '#app/components/rental/keep-longer.tsx'
import { appContext, todayIn } from '#app/http/contexts.ts'
import { redirectWithToast } from '#app/http/flash.ts'
import { requestKeyIn } from '#app/http/request-key.ts'
import type { RentalId } from '#db/ids.ts'
import { extendRental } from '#domain/rentals/extend-rental.ts'
import { extensionOffer, quoteExtension } from '#domain/rentals/extension-offer.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { showDate } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'

type Context = Readonly<RouterContextProvider>

/** The offer, with the question about the chosen day or why it is not possible. */
export async function readKeepOffer(
  context: Context,
  shopper: Shopper,
  rentalId: RentalId,
  keep: string | null,
): Promise<KeepOffer | null> {
  const { db } = context.get(appContext)
  const offer = await extensionOffer(db, shopper, rentalId, todayIn(context))
  if (!offer) return null
  const shown = { offer, typed: keep?.slice(0, 10) ?? null, requestKey: newId() }
  if (keep === null) return { ...shown, refusal: null, proposed: null }
  const quoted = quoteExtension(offer, keep)
  return quoted.ok
    ? { ...shown, refusal: null, proposed: quoted.value }
    : { ...shown, refusal: extendRefusal(quoted.problem), proposed: null }
}

/** The renter has confirmed the new last day. */
export async function answerKeepLonger(
  context: Context,
  request: Request,
  shopper: Shopper,
  rentalId: RentalId,
  form: FormData,
) {
  const { db, clock, originOf } = context.get(appContext)
  const end = form.get('keep')
  const requestKey = requestKeyIn(form) ?? newId()
  const input = { rentalId, end, requestKey, origin: originOf(request) }
  const outcome = await extendRental(db, shopper, input, clock(), todayIn(context))
  if (outcome.ok)
    return redirectWithToast(href('/my-rentals/:id', { id: rentalId }), {
      type: 'success',
      text: `You can keep it until ${showDate(outcome.value.end)}. We have told the closet.`,
    })
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
      : { typed, refusal: extendRefusal(problem), buy: null }
  return data({ keep }, { status: 400 })
}
