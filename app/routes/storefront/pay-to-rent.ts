import { href, redirect, redirectDocument } from 'react-router'
import { PAYMENT_NOT_OPENED } from '#app/components/payment/payment-choice.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import type { ChosenPayment } from '#domain/booking/rental-checkouts/chosen-payment.ts'
import {
  type PayToRentProblem,
  payToRent,
} from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import {
  type ActionArgs,
  type Answer,
  alert,
  answerWith,
  askToSignIn,
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
  const { request, context } = args
  const { person } = viewerIn(context)
  if (!person) return await askToSignIn(request, form, 'Please sign in to rent items.', backTo)
  const shopper = shopperIn(context)
  if (!shopper) return answerWith(form, alert('Error: Admins cannot rent items.'), 403)
  const app = context.get(appContext)
  const { db, clock, originOf, stripe, timeZone } = app
  const delivery = readDelivery(form)
  if (delivery.ok) await saveDetails(app, shopper, delivery)
  askConsentFirst(context, backTo)
  const taken = await countAttempt(app, 'checkout', shopper.id)
  if (!taken.ok) {
    const sentence = `Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`
    return answerWith(form, alert(sentence), 429)
  }
  const success = href('/rental-success')
  const places = {
    origin: originOf(request),
    successPath: `${success}?session_id={CHECKOUT_SESSION_ID}`,
    leftPath: `${success}?left=`,
    returnTo: backTo,
  }
  const when = { now: clock(), today: todayIn(context), timeZone }
  const opened = await attempt(context, request, () =>
    payToRent(db, shopper, stripe, readRequest(args, form, delivery), payment, places, when),
  )
  if (opened.ok)
    return 'rentalId' in opened.value
      ? redirect(`${success}?rental=${opened.value.rentalId}`)
      : // The payment pages are not rendered by us, even on our own host.
        redirectDocument(opened.value.url)
  if (opened.problem.reason === 'unexpected')
    return answerWith(form, alert(PAYMENT_NOT_OPENED), 500)
  const answer = payAnswer(opened.problem, timeZone)
  const offersWaitlist = opened.problem.reason === 'dates-taken'
  const errors = delivery.ok ? answer.errors : delivery.problem.fields
  return answerWith(form, { ...answer, offersWaitlist, errors: errors ?? {} })
}

function payAnswer(problem: PayToRentProblem, timeZone: string): Answer {
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
    default:
      return rentAnswer(problem, timeZone)
  }
}
