import { href, type RouterContextProvider, redirectDocument } from 'react-router'
import { depositInWords } from '#app/components/credits/deposit-in-words.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { topUpDeposit } from '#domain/money/checkout/checkout.ts'
import { depositLife } from '#domain/money/deposits/deposit-life.ts'
import { type RefundProblem, requestRefund } from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'

export type ActionArgs = {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  readonly shopper: Shopper
  readonly form: FormData
}

/** What the section on the credits page shows; `?refund=deposit` opens its question. */
export async function loadDeposit(
  context: Readonly<RouterContextProvider>,
  request: Request,
  shopper: Shopper,
) {
  const { db, timeZone } = context.get(appContext)
  const asking = new URL(request.url).searchParams.get('refund') === 'deposit'
  return { ...depositInWords(await depositLife(db, shopper), timeZone), asking }
}

/** Answers a posted request for the deposit's refund, with a toast on the credits page. */
export async function answerDepositForm({ context, request, shopper }: ActionArgs) {
  const { db, clock } = context.get(appContext)
  const requested = await attempt(context, request, () => requestRefund(db, shopper, clock()))
  if (!requested.ok) return redirectWithError(href('/credits'), sentenceFor(requested.problem))
  return redirectWithSuccess(
    href('/credits'),
    `${dollars(requested.value.cents)} will be refunded to your card.`,
  )
}

/** Opens the payment page for the missing amount, which returns to the credits page. */
export async function answerTopUpForm({ context, request, shopper }: ActionArgs) {
  askConsentFirst(context, href('/credits'))
  const app = context.get(appContext)
  const refuse = (text: string) => redirectWithError(href('/credits'), text)
  const taken = await countAttempt(app, 'checkout', shopper.id)
  if (!taken.ok) return refuse(`Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`)
  const places = {
    origin: app.originOf(request),
    successPath: `${href('/deposit-success')}?session_id={CHECKOUT_SESSION_ID}&return_to=${encodeURIComponent(href('/credits'))}`,
    returnTo: href('/credits'),
  }
  const opened = await attempt(context, request, () =>
    topUpDeposit(app.db, shopper, app.stripe, places, app.clock()),
  )
  // The payment pages are not rendered by us, even on our own host.
  if (opened.ok) return redirectDocument(opened.value.url)
  return refuse(
    opened.problem.reason === 'nothing-to-add'
      ? 'Your deposit does not need a top-up right now.'
      : 'We could not open the payment page. Please try again.',
  )
}

function sentenceFor(problem: RefundProblem | Unexpected): string {
  if (problem.reason !== 'rentals-open') return SENTENCES[problem.reason]
  return problem.rentals === 1
    ? 'You can get your deposit back when your open rental ends.'
    : `You can get your deposit back when your ${problem.rentals} open rentals end.`
}

const SENTENCES = {
  unexpected: 'Your refund request failed. Please try again.',
  'no-deposit': 'You have no deposit to refund.',
  'deposit-disputed': 'Your deposit payment is disputed, so it cannot be refunded right now.',
  'refund-under-way': 'A refund is on its way. Please ask again once it has arrived.',
} satisfies Record<Exclude<(RefundProblem | Unexpected)['reason'], 'rentals-open'>, string>
