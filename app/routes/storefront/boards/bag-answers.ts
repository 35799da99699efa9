import { href, redirect, redirectDocument } from 'react-router'
import { sentInWords } from '#app/components/boards/board-words.ts'
import { readHandover } from '#app/components/handover/handover-choice.tsx'
import { PAYMENT_NOT_OPENED } from '#app/components/payment/payment-choice.ts'
import { answerProblem, type Problem, problem } from '#app/forms/forms.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { readDelivery, saveDetails } from '#app/routes/storefront/item-form.ts'
import { payProblem } from '#app/routes/storefront/pay-to-rent.ts'
import type { FreshId, ItemId } from '#db/ids.ts'
import type { BoardBag } from '#domain/booking/boards/boards.ts'
import type { ChosenPayment } from '#domain/booking/rental-checkouts/chosen-payment.ts'
import { payToRent } from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import {
  type Bag,
  type PieceOutcome,
  type RentRequest,
  requestBag,
} from '#domain/booking/rentals/rentals.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId, parseId, partId } from '#domain/shared/ids.ts'

type Posted = {
  readonly request: Request
  readonly context: Context
  readonly shopper: Shopper
  readonly bag: BoardBag
}

/** A refusal, or a price without one, with the ids of the pieces that were chosen. */
export type BagAnswer = Problem & { readonly pieces: readonly string[] }

/** Answers the form of a bag: its price, its requests, or the page on which they are paid. */
export async function answerBag(posted: Posted, form: FormData, payment: ChosenPayment | null) {
  const { request, context, shopper, bag } = posted
  const app = context.get(appContext)
  const { board } = bag
  const chosen = form.getAll('piece').filter((id) => typeof id === 'string')
  const answer = (sentence: string, fields: Record<string, string> = {}, status = 400) =>
    answerProblem<BagAnswer>({ ...problem(sentence, { fields, form }), pieces: chosen }, status)
  if (form.get('intent') === 'quote') return answer('', {}, 200)
  if (form.get('start') !== board.start || form.get('end') !== board.end)
    return answer('The dates of the board have changed. Please check the price.')
  const pieces = bag.pieces.filter(({ item }) => chosen.includes(item.id))
  // The form was posted twice.
  const left = chosen.filter((id) => !bag.requested.has(id))
  if (chosen.length > left.length && left.length === 0)
    return redirect(href('/boards/:id', { id: board.id }))
  if (pieces.length === 0) return answer('Please choose at least one item.')
  if (pieces.length < left.length)
    return answer('An item is no longer on the board, or somebody else wears it.')
  const delivery = readDelivery(form)
  if (delivery.ok) await saveDetails(app, shopper, delivery)
  const here = href('/boards/:id/bag', { id: board.id })
  askConsentFirst(context, here)
  const key = parseId<FreshId>(form.get('request_key')) ?? newId()
  const requests = pieces.map(({ item }): RentRequest => {
    const price = form.get(`price-${item.id}`)
    return {
      itemId: item.id,
      ...{ start: board.start, end: board.end, boardId: board.id },
      requestKey: partId(key, item.id),
      origin: app.originOf(request),
      delivery: delivery.ok ? delivery.value : 'invalid',
      shownCreditsPerDay:
        typeof price === 'string' && /^\d{1,6}$/.test(price) ? Number(price) : undefined,
      handover: readHandover(form.get(`handover-${item.id}`)),
    }
  })
  const wanted = { pieces: requests, together: form.get('together') !== 'no' }
  if (payment) {
    const taken = await countAttempt(app, 'checkout', shopper.id)
    if (!taken.ok) {
      const wait = tryAgainIn(taken.problem.retryAfterSeconds)
      return answer(`Too many attempts. ${wait}`, {}, 429)
    }
  }
  const sent = await attempt(context, request, () => send(posted, wanted, payment))
  if (sent.ok) {
    if ('url' in sent.value) return redirectDocument(sent.value.url)
    return sayRequested(board.id, titlesOf(bag), sent.value.pieces)
  }
  const refusal = sent.problem
  if (refusal.reason === 'unexpected')
    return answer(
      payment ? PAYMENT_NOT_OPENED : 'Error: Failed to send your requests. Please try again.',
      {},
      500,
    )
  const { sentence, errors = {} } = payProblem(refusal, app.timeZone)
  const about = 'itemId' in refusal && refusal.itemId ? refusal.itemId : null
  const title = about && titlesOf(bag).get(about)
  const { handover, ...others } = { ...errors, ...(delivery.ok ? {} : delivery.problem.fields) }
  return answer(
    title && sentence ? `${title}: ${sentence}` : sentence,
    about && handover ? { ...others, [`handover-${about}`]: handover } : others,
  )
}

const titlesOf = ({ pieces }: BoardBag): ReadonlyMap<ItemId, string> =>
  new Map(pieces.map(({ item }) => [item.id, item.title]))

async function send(
  { request, context, shopper, bag }: Posted,
  wanted: Bag,
  payment: ChosenPayment | null,
) {
  const { db, clock, originOf, stripe, timeZone } = context.get(appContext)
  const [now, today] = [clock(), todayIn(context)]
  if (!payment) {
    const outcome = await requestBag(db, shopper, wanted, now, today, timeZone)
    return outcome.ok ? { ok: true as const, value: { pieces: outcome.value } } : outcome
  }
  const paid = href('/boards/:id/paid', { id: bag.board.id })
  const places = {
    origin: originOf(request),
    successPath: `${paid}?session_id={CHECKOUT_SESSION_ID}`,
    leftPath: `${paid}?left=`,
    returnTo: href('/boards/:id/bag', { id: bag.board.id }),
  }
  return await payToRent(db, shopper, stripe, wanted, payment, places, { now, today, timeZone })
}

/** Leads to the board, and says what was requested. */
function sayRequested(
  id: string,
  titles: ReadonlyMap<ItemId, string>,
  outcomes: readonly PieceOutcome[],
): Response {
  const to = href('/boards/:id', { id })
  const sent = outcomes.filter(({ outcome }) => outcome.ok).length
  const refused = outcomes.filter(({ outcome }) => !outcome.ok)
  const words = sentInWords(sent)
  if (refused.length === 0) return redirectWithToast(to, { type: 'success', text: words })
  const names = refused.map(({ itemId }) => titles.get(itemId) ?? 'an item').join(', ')
  return redirectWithToast(to, {
    type: 'error',
    text: `${words} These could not be requested: ${names}.`,
  })
}
