import { href, redirect, redirectDocument } from 'react-router'
import { readHandover } from '#app/components/handover/handover-choice.tsx'
import { readPayment } from '#app/components/payment/payment-choice.ts'
import { readForm } from '#app/forms/read-form.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { checkHandover } from '#domain/booking/rentals/check-handover.ts'
import { readFreeDates } from '#domain/booking/rentals/dates-to-rent.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { readDates } from '#domain/booking/rentals/stage/quote.ts'
import {
  type OpenCheckout,
  type PayDepositProblem,
  payDeposit,
  type TopUpProblem,
  topUpDeposit,
} from '#domain/money/checkout/checkout.ts'
import { done, type Outcome } from '#domain/shared/outcome.ts'
import {
  type ActionArgs,
  type Answer,
  addressWithDates,
  alert,
  answerWith,
  askToSignIn,
  rentAnswer,
} from './item-answers.ts'
import { readDelivery, readRequest, saveDetails } from './item-form.ts'
import { answerJoin } from './join-waitlist.ts'
import { answerPay } from './pay-to-rent.ts'

const RENTAL_FAILED = 'Failed to process rental. Please check your credit balance and try again.'
const DEPOSIT_FAILED = 'Failed to create deposit checkout'

function depositAnswer(problem: PayDepositProblem | TopUpProblem): Answer {
  const words =
    problem.reason === 'payments-refused' ? problem.message : DEPOSIT_PROBLEMS[problem.reason]
  return alert(`Error: ${words || DEPOSIT_FAILED}`)
}

const DEPOSIT_PROBLEMS = {
  'payments-unavailable': DEPOSIT_FAILED,
  'deposit-already-paid': 'Your deposit is already paid.',
  'nothing-to-add': 'Your deposit does not need a top-up right now. Please reload the page.',
  'previous-deposit-processing':
    'Your previous deposit is still being processed. Please try again later.',
} as const

/** Rents, pays and rents, pays the deposit, or only shows the price for the dates (for pages without a script). */
export async function answerItemForm(args: ActionArgs) {
  const form = await readForm(args.request)
  const backTo = addressWithDates(args.itemId, form)
  const intent = form.get('intent')
  const payment = readPayment(intent)
  if (payment) return await answerPay(args, form, payment, backTo)
  switch (intent) {
    case 'deposit':
      return await answerDeposit(args, form, backTo, payDeposit)
    case 'top-up':
      return await answerDeposit(args, form, backTo, topUpDeposit)
    case 'join-waitlist':
      return await answerJoin(args, form, backTo)
    case 'quote':
      return answerQuote(args, form, backTo)
    default:
      return await answerRent(args, form, backTo)
  }
}

/** A day that does not exist is not part of an address, so it is refused here. */
function answerQuote({ context }: ActionArgs, form: FormData, backTo: string) {
  const posted = { start: form.get('start'), end: form.get('end') }
  const dates = readDates(posted, todayIn(context))
  if (!('reason' in dates) || dates.reason !== 'dates-invalid') return redirect(backTo)
  return answerWith(form, rentAnswer(dates, context.get(appContext).timeZone))
}

async function answerRent(
  { request, context, itemId }: ActionArgs,
  form: FormData,
  backTo: string,
) {
  const { person } = viewerIn(context)
  if (!person) return await askToSignIn(request, form, 'Please sign in to rent items.', backTo)
  const shopper = shopperIn(context)
  if (!shopper) return answerWith(form, alert('Error: Admins cannot rent items.'), 403)
  const app = context.get(appContext)
  const { db, clock, timeZone } = app
  const delivery = readDelivery(form)
  if (delivery.ok) await saveDetails(app, shopper, delivery)
  askConsentFirst(context, backTo)
  const input = readRequest({ request, context, itemId }, form, delivery)
  const rented = await attempt(context, request, () =>
    requestRental(db, shopper, input, clock(), todayIn(context), timeZone),
  )
  if (rented.ok) return redirect(`${href('/rental-success')}?rental=${rented.value.rentalId}`)
  if (rented.problem.reason === 'unexpected')
    return answerWith(form, alert(`Error: ${RENTAL_FAILED}`), 500)
  const answer = rentAnswer(rented.problem, timeZone)
  const offersWaitlist = rented.problem.reason === 'dates-taken'
  const errors = delivery.ok ? answer.errors : delivery.problem.fields
  return answerWith(form, { ...answer, offersWaitlist, errors: errors ?? {} })
}

async function answerDeposit(
  { request, context, itemId }: ActionArgs,
  form: FormData,
  backTo: string,
  pay: (
    ...args: Parameters<typeof payDeposit>
  ) => Promise<Outcome<OpenCheckout, PayDepositProblem | TopUpProblem>>,
) {
  const { person } = viewerIn(context)
  if (!person) return await askToSignIn(request, form, 'Please sign in to pay deposit.', backTo)
  const shopper = shopperIn(context)
  if (!shopper) return answerWith(form, alert('Error: Admins cannot rent items.'), 403)
  const app = context.get(appContext)
  const wanted = { itemId, start: form.get('start'), end: form.get('end') }
  const checked = await attempt(context, request, async () =>
    done(await readFreeDates(app.db, shopper, wanted, todayIn(context))),
  )
  if (!checked.ok) return answerWith(form, alert(`Error: ${DEPOSIT_FAILED}`), 500)
  const dates = checked.value
  // Dates can also be chosen after paying.
  if ('reason' in dates && dates.reason !== 'dates-missing') {
    const offersWaitlist = dates.reason === 'dates-taken'
    return answerWith(form, { ...rentAnswer(dates, app.timeZone), offersWaitlist })
  }
  const delivery = readDelivery(form)
  if (!delivery.ok)
    return answerWith(form, { kind: 'fields', sentence: '', errors: delivery.problem.fields })
  // The details are entered before paying and needed afterwards.
  await saveDetails(app, shopper, delivery)
  const handover = readHandover(form.get('handover'))
  const chosen = await checkHandover(app.db, shopper, { itemId, handover })
  if (!chosen.ok) return answerWith(form, rentAnswer(chosen.problem, app.timeZone))
  askConsentFirst(context, backTo)
  const places = {
    origin: app.originOf(request),
    successPath: `${href('/deposit-success')}?session_id={CHECKOUT_SESSION_ID}&return_to=${encodeURIComponent(backTo)}`,
    returnTo: backTo,
  }
  const taken = await countAttempt(app, 'checkout', shopper.id)
  if (!taken.ok)
    return answerWith(
      form,
      alert(`Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`),
      429,
    )
  const opened = await attempt(context, request, () =>
    pay(app.db, shopper, app.stripe, places, app.clock()),
  )
  // The payment pages are not rendered by us, even on our own host.
  if (opened.ok) return redirectDocument(opened.value.url)
  return opened.problem.reason === 'unexpected'
    ? answerWith(form, alert(`Error: ${DEPOSIT_FAILED}`), 500)
    : answerWith(form, depositAnswer(opened.problem))
}
