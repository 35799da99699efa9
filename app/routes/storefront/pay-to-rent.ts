import { href, redirect, redirectDocument } from 'react-router'
import { PAYMENT_NOT_OPENED } from '#app/components/payment/payment-choice.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import type { ItemId } from '#db/ids.ts'
import type { Session } from '#domain/accounts/sign-in/sessions.ts'
import type { ChosenPayment } from '#domain/booking/rental-checkouts/chosen-payment.ts'
import {
  type PayToRentProblem,
  payToRent,
} from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { MAX_PIECES } from '#domain/booking/rentals/bag-size.ts'
import type { RentRequest } from '#domain/booking/rentals/rentals.ts'
import { asShopper, type Shopper } from '#domain/shared/actors.ts'
import { done } from '#domain/shared/outcome.ts'
import { choosePayment, FORGET_PAYMENT, readChosenPayment } from './chosen-payment.ts'
import {
  type ActionArgs,
  type Answer,
  addressWithDates,
  alert,
  answerWith,
  rentAnswer,
} from './item-answers.ts'
import { readDelivery, readRequest, saveDetails } from './item-form.ts'

/** Answers "Pay and request": opens the payment page for what the shopper lacks (spec 4.10). */
export async function answerPay(
  args: ActionArgs,
  form: FormData,
  payment: ChosenPayment,
  backTo: string,
) {
  const { context } = args
  const { person } = viewerIn(context)
  if (!person) return askToSignUp(args.itemId, form, backTo)
  const shopper = shopperIn(context)
  if (!shopper) return answerWith(form, alert('Error: Admins cannot rent items.'), 403)
  const app = context.get(appContext)
  const delivery = readDelivery(form)
  if (delivery.ok) await saveDetails(app, shopper, delivery)
  askConsentFirst(context, backTo)
  const taken = await countAttempt(app, 'checkout', shopper.id)
  if (!taken.ok) {
    const sentence = `Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`
    return answerWith(form, alert(sentence), 429)
  }
  const opened = await open(args, shopper, readRequest(args, form, delivery), payment, backTo)
  if (opened.ok)
    // The payment pages are not rendered by us, even on our own host.
    return opened.value.isOurs ? redirect(opened.value.to) : redirectDocument(opened.value.to)
  if (opened.problem.reason === 'unexpected')
    return answerWith(form, alert(PAYMENT_NOT_OPENED), 500)
  const answer = payProblem(opened.problem, app.timeZone)
  const offersWaitlist = opened.problem.reason === 'dates-taken'
  const errors = delivery.ok ? answer.errors : delivery.problem.fields
  return answerWith(form, { ...answer, offersWaitlist, errors: errors ?? {} })
}

/** Opens the payment page; returns where it is, or the rental if nothing was to be paid. */
async function open(
  { request, context }: Omit<ActionArgs, 'itemId'>,
  shopper: Shopper,
  rental: RentRequest,
  payment: ChosenPayment,
  returnTo: string,
) {
  const { db, clock, originOf, stripe, timeZone } = context.get(appContext)
  const success = href('/rental-success')
  const places = {
    origin: originOf(request),
    successPath: `${success}?session_id={CHECKOUT_SESSION_ID}`,
    leftPath: `${success}?left=`,
    returnTo,
  }
  const when = { now: clock(), today: todayIn(context), timeZone }
  return await attempt(context, request, async () => {
    const bag = { pieces: [rental], together: true }
    const opened = await payToRent(db, shopper, stripe, bag, payment, places, when)
    if (!opened.ok) return opened
    if ('url' in opened.value) return done({ to: opened.value.url, isOurs: false })
    const [piece] = opened.value.pieces
    if (!piece?.outcome.ok) throw new Error('nothing was requested')
    return done({ to: `${success}?rental=${piece.outcome.value.rentalId}`, isOurs: true })
  })
}

/** A visitor who pays needs an account first, and then goes on to the payment page. */
function askToSignUp(itemId: ItemId, form: FormData, returnTo: string): Response {
  const text = 'Create an account to pay and request.'
  const query = new URLSearchParams({ mode: 'sign-up', return_to: returnTo })
  return redirect(`${href('/auth')}?${query}`, {
    headers: [
      ['Set-Cookie', flash({ type: 'info', text })],
      ['Set-Cookie', choosePayment(itemId, form)],
    ],
  })
}

type AfterSignIn = {
  readonly to: string
  /** A payment page, which is not rendered by us. */
  readonly isPayment: boolean
  readonly headers: readonly [string, string][]
}

/**
 * Opens the payment page that somebody chose before they had an account, as soon as they have signed
 * up or in. It leads to the item if they have to pay another amount or cannot rent it, and on to `to`
 * if they chose nothing, or have gone elsewhere since.
 */
export async function continueToPayment(
  context: Context,
  request: Request,
  { person, consentIsDue }: Pick<Session, 'person' | 'consentIsDue'>,
  to: string,
): Promise<AfterSignIn> {
  const chosen = readChosenPayment(request)
  if (!chosen) return { to, isPayment: false, headers: [] }
  const forget: [string, string] = ['Set-Cookie', FORGET_PAYMENT]
  const { itemId, form, payment } = chosen
  const backTo = addressWithDates(itemId, form)
  const shopper = asShopper(person)
  // New terms are agreed to before anything new begins: the page of the item asks for that.
  if (to !== backTo || !shopper || consentIsDue) return { to, isPayment: false, headers: [forget] }
  const toItem = (sentence: string): AfterSignIn => ({
    ...{ to: backTo, isPayment: false },
    headers: [forget, ['Set-Cookie', flash({ type: 'info', text: sentence })]],
  })
  const app = context.get(appContext)
  const taken = await countAttempt(app, 'checkout', shopper.id)
  if (!taken.ok) return toItem(`Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`)
  const args = { request, context, itemId }
  const rental = readRequest(args, form, readDelivery(form))
  const opened = await open(args, shopper, rental, payment, backTo)
  if (opened.ok) return { to: opened.value.to, isPayment: !opened.value.isOurs, headers: [forget] }
  return toItem(
    opened.problem.reason === 'unexpected'
      ? PAYMENT_NOT_OPENED
      : payProblem(opened.problem, app.timeZone).sentence,
  )
}

/** Why nothing was paid or requested, in words. */
export function payProblem(problem: PayToRentProblem, timeZone: string): Answer {
  switch (problem.reason) {
    case 'amount-changed':
      return {
        ...alert('What you pay today has changed. You were not charged. Please check the amount.'),
        showsNewPrice: true,
      }
    case 'payment-opening':
      return alert('Your payment page is already being opened. Please try again in a minute.')
    case 'payments-unavailable':
      return alert(PAYMENT_NOT_OPENED)
    case 'payments-refused':
      return alert(`Error: ${problem.message}`)
    case 'bag-empty':
    case 'bag-too-large':
    case 'piece-twice':
      return alert(`Error: Please choose 1 to ${MAX_PIECES} different items.`)
    default:
      return rentAnswer(problem, timeZone)
  }
}
