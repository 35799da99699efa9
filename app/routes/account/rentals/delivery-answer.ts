import { data, href } from 'react-router'
import { appContext, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import type { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import type { RentalId } from '#db/ids.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { confirmDelivery, denyDelivery } from '#domain/booking/rentals/changes/delivery-answers.ts'
import type { Shopper } from '#domain/shared/actors.ts'

type Context = Parameters<typeof readFormWithPhotos>[0]

/** The renter's answer about a rental that nobody marked as delivered. */
export async function answerDelivery(
  context: Context,
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
            ? 'This item is still recorded as being with another renter. Please ask the closet to record its return first.'
            : 'This has already been answered.',
      } as const)
  return redirectWithToast(backTo, toast)
}

/** Undoes the renter's answer that an item was delivered, or that they sent it back. */
export async function undoAnswer(
  context: Context,
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
