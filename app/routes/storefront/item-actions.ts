import { data, href, type RouterContextProvider, redirect, redirectDocument } from 'react-router'
import { barredInWords } from '#app/components/rental/deposit-words.ts'
import type { ItemAnswer, PostedDates } from '#app/components/rental/item-dialogs.tsx'
import { attempt } from '#app/http/attempt.ts'
import { appContext, shopperIn, todayIn, viewerIn } from '#app/http/contexts.ts'
import { redirectWithToast } from '#app/http/flash.ts'
import { checkForm } from '#app/http/forms.ts'
import { takeOne } from '#app/http/limits.ts'
import { preserveForm } from '#app/http/preserve-form.ts'
import { readForm } from '#app/http/read-form.ts'
import { tryAgainIn } from '#app/http/too-many.ts'
import { deliveryForm } from '#app/routes/account/delivery-form.ts'
import type { FreshId, ItemId } from '#db/ids.ts'
import {
  type OpenCheckout,
  type PayDepositProblem,
  payDeposit,
  type TopUpProblem,
  topUpDeposit,
} from '#domain/checkout/checkout.ts'
import { DEPOSIT_NEEDED } from '#domain/checkout/deposit-price.ts'
import { rememberDelivery } from '#domain/people/profiles.ts'
import { type RentProblem, requestRental } from '#domain/rentals/rentals.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { showInstant } from '#domain/shared/show-instant.ts'

const RENTAL_FAILED = 'Failed to process rental. Please check your credit balance and try again.'
const DEPOSIT_FAILED = 'Failed to create deposit checkout'

/** An answer, before its dates are added. */
type Answer = Omit<ItemAnswer, 'dates' | 'delivery'>

function alert(sentence: string, { clearDates = false } = {}): Answer {
  return { kind: 'alert', sentence, clearDates }
}

function datesTaken(heldUntil: Date | null, timeZone: string): string {
  const sentence = 'Selected dates are not available. Please choose different dates.'
  return heldUntil
    ? `${sentence} They are held for somebody on the waitlist until ${showInstant(heldUntil, timeZone)}.`
    : sentence
}

function rentAnswer(problem: RentProblem, timeZone: string): Answer {
  switch (problem.reason) {
    case 'item-not-found':
      return alert('Error: Item not found')
    case 'deposit-missing':
      return { kind: 'deposit', sentence: DEPOSIT_NEEDED }
    case 'deposit-barred':
      return problem.topUpCents > 0
        ? { kind: 'top-up', sentence: barredInWords(problem) }
        : alert(`Error: ${barredInWords(problem)}`)
    case 'dates-missing':
      return alert('Please select rental dates.')
    case 'dates-invalid':
      return alert('Please select valid dates.')
    case 'dates-past':
      return alert('Error: Rentals cannot start in the past.')
    case 'dates-too-long':
      return alert(`Error: A rental can be ${problem.maxDays} days at most.`)
    case 'dates-too-far':
      return alert(`Error: You can book up to ${problem.maxDaysAhead} days ahead.`)
    case 'own-item':
      return alert('Error: You cannot rent your own item.')
    case 'item-paused':
      return alert('Error: This item is currently not available.')
    case 'dates-taken':
      return alert(datesTaken(problem.heldUntil ?? null, timeZone), { clearDates: true })
    case 'request-used':
      return alert('Error: This page is out of date. Please reload it and try again.')
    case 'not-enough-credits':
      return {
        kind: 'credits',
        sentence: `You need ${problem.needed} credits but only have ${problem.balance}. Would you like to purchase more credits?`,
      }
    case 'wallet-frozen':
      return {
        ...alert('Error: Your credits are on hold while a payment is disputed.'),
        link: { to: `${href('/credits')}#on-hold`, text: 'See your credits' },
      }
  }
}

function depositAnswer(problem: PayDepositProblem | TopUpProblem): Answer {
  switch (problem.reason) {
    case 'payments-away':
      return alert(`Error: ${DEPOSIT_FAILED}`)
    case 'payments-refused':
      return alert(`Error: ${problem.message || DEPOSIT_FAILED}`)
    case 'deposit-already-paid':
      return alert('Error: Your deposit is already paid.')
    case 'nothing-to-add':
      return alert(
        'Error: Nothing has to be added to your deposit right now. Please reload the page.',
      )
    case 'previous-deposit-processing':
      return alert('Error: Your previous deposit is still being processed. Please try again later.')
  }
}

type ActionArgs = {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly itemId: ItemId
}

/** As submitted, cut to the length of a date: they are only passed on. */
function postedDates(form: FormData): PostedDates {
  const posted = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 10) : ''
  }
  return { start: posted('start'), end: posted('end') }
}

/** The page's own address with the dates of a form, so that they survive a detour. */
function addressWithDates(itemId: string, form: FormData): string {
  const query = new URLSearchParams(
    Object.entries(postedDates(form)).filter(([, value]) => value !== ''),
  )
  return `${href('/item/:id', { id: itemId })}${query.size > 0 ? `?${query}` : ''}`
}

/** Visitors are asked for dates only, which the address stores; delivery details would be lost. */
async function askToSignIn(request: Request, form: FormData, sentence: string, returnTo: string) {
  if (form.has('delivery_address')) preserveForm(request, form, sentence)
  return redirectWithToast(`${href('/auth')}?return_to=${encodeURIComponent(returnTo)}`, {
    type: 'info',
    text: sentence,
  })
}

function say(form: FormData, partial: Answer, status = 400) {
  const typed = (name: string) => String(form.get(name) ?? '').slice(0, 2000)
  const delivery = {
    phone: typed('renter_phone'),
    address: typed('delivery_address'),
    notes: typed('delivery_notes'),
  }
  const answer: ItemAnswer = { ...partial, dates: postedDates(form), delivery }
  return data(answer, { status })
}

/** Rents, pays the deposit, or only shows the price for the dates (for pages without a script). */
export async function answerItemForm(args: ActionArgs) {
  const form = await readForm(args.request)
  const backTo = addressWithDates(args.itemId, form)
  switch (form.get('intent')) {
    case 'deposit':
      return await answerDeposit(args, form, backTo, payDeposit)
    case 'top-up':
      return await answerDeposit(args, form, backTo, topUpDeposit)
    case 'quote':
      return redirect(backTo)
    default:
      return await answerRent(args, form, backTo)
  }
}

/** The delivery details in the form; undefined when it has no such fields, as in an older page. */
function readDelivery(form: FormData) {
  if (!form.has('delivery_address')) return { ok: true as const, value: undefined }
  const read = checkForm(deliveryForm, form)
  if (!read.ok) return read
  const { renter_phone: phone, delivery_address: address, delivery_notes: notes } = read.value
  return { ok: true as const, value: { phone, address, notes } }
}

async function answerRent(
  { request, context, itemId }: ActionArgs,
  form: FormData,
  backTo: string,
) {
  const { person } = viewerIn(context)
  if (!person) return await askToSignIn(request, form, 'Please sign in to rent items.', backTo)
  const shopper = shopperIn(context)
  if (!shopper) return say(form, alert('Error: Admins cannot rent items.'), 403)
  const { db, clock, originOf, timeZone } = context.get(appContext)
  const delivery = readDelivery(form)
  if (!delivery.ok)
    return say(form, { kind: 'fields', sentence: '', errors: delivery.problem.fields })
  if (delivery.value) await rememberDelivery(db, shopper, delivery.value, clock())
  const input = {
    itemId,
    start: form.get('start'),
    end: form.get('end'),
    requestKey: parseId<FreshId>(form.get('request_key')) ?? newId(),
    origin: originOf(request),
    delivery: delivery.value,
  }
  const rented = await attempt(context, request, () =>
    requestRental(db, shopper, input, clock(), todayIn(context)),
  )
  if (rented.ok) return redirect(`${href('/rental-success')}?rental=${rented.value.rentalId}`)
  return rented.problem.reason === 'unexpected'
    ? say(form, alert(`Error: ${RENTAL_FAILED}`), 500)
    : say(form, rentAnswer(rented.problem, timeZone))
}

async function answerDeposit(
  { request, context }: ActionArgs,
  form: FormData,
  backTo: string,
  pay: (
    ...args: Parameters<typeof payDeposit>
  ) => Promise<Outcome<OpenCheckout, PayDepositProblem | TopUpProblem>>,
) {
  const { person } = viewerIn(context)
  if (!person) return await askToSignIn(request, form, 'Please sign in to pay deposit.', backTo)
  const shopper = shopperIn(context)
  if (!shopper) return say(form, alert('Error: Admins cannot rent items.'), 403)
  const app = context.get(appContext)
  const delivery = readDelivery(form)
  if (!delivery.ok)
    return say(form, { kind: 'fields', sentence: '', errors: delivery.problem.fields })
  // Entered before paying, and needed after it.
  if (delivery.value) await rememberDelivery(app.db, shopper, delivery.value, app.clock())
  const places = {
    origin: app.originOf(request),
    successPath: `${href('/deposit-success')}?session_id={CHECKOUT_SESSION_ID}&return_to=${encodeURIComponent(backTo)}`,
    returnTo: backTo,
  }
  const taken = await takeOne(app, 'checkout', shopper.id)
  if (!taken.ok)
    return say(
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
    ? say(form, alert(`Error: ${DEPOSIT_FAILED}`), 500)
    : say(form, depositAnswer(opened.problem))
}
