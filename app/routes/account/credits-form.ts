import { data, href, type RouterContextProvider, redirectDocument } from 'react-router'
import { CHECKOUT_FAILED } from '#app/components/credits/product-words.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { readForm } from '#app/forms/read-form.ts'
import { validEmail } from '#app/forms/text-fields.ts'
import { askConsentFirst, redirectToConsent } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import {
  type ActionArgs,
  answerDepositForm,
  answerTopUpForm,
} from '#app/routes/account/rentals/deposit-form.ts'
import type { OrderId } from '#db/ids.ts'
import { type BuyProblem, buyCredits } from '#domain/money/checkout/checkout.ts'
import { undoPurchase } from '#domain/money/checkout/refunding/undo-purchase.ts'
import { isWholeCode, toCode } from '#domain/money/gifts/code-words.ts'
import {
  type ClaimProblem,
  claimGiftCode,
  type ResendProblem,
  resendGiftCode,
} from '#domain/money/gifts/gifts.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import { refused } from '#domain/shared/outcome.ts'
import { answerPlanForm, askAbout, isPlanIntent } from './plan-form.ts'

const FAILED = 'An error occurred. Please try again.'

/** Handles the forms of the credits page; a form without an intent buys. */
export async function answerCreditsForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
) {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  const form = await readForm(request)
  const args = { context, request, shopper, form }
  const intent = form.get('intent')
  if (isPlanIntent(intent)) return await answerPlanForm(args, intent)
  switch (intent) {
    case 'refund-deposit':
      return await answerDepositForm(args)
    case 'top-up-deposit':
      return await answerTopUpForm(args)
    case 'claim':
      return await answerClaim(args)
    case 'undo-purchase':
      return await answerUndoPurchase(args)
    case 'resend-gift':
      return await answerResend(args)
    default:
      return await answerBuy(args)
  }
}

async function answerUndoPurchase({ context, request, shopper, form }: ActionArgs) {
  const { db, clock } = context.get(appContext)
  const here = href('/credits')
  const orderId = parseId<OrderId>(form.get('order'))
  const undone = await attempt(context, request, async () =>
    orderId
      ? await undoPurchase(db, shopper, orderId, clock())
      : refused({ reason: 'not-undoable' as const }),
  )
  if (undone.ok)
    return redirectWithSuccess(
      here,
      `Your purchase is undone. ${dollars(undone.value.cents)} go back to the card you paid with.`,
    )
  const { reason } = undone.problem
  return redirectWithError(here, reason === 'not-undoable' ? NOT_UNDOABLE : FAILED)
}

const NOT_UNDOABLE =
  'This purchase can no longer be undone: some of its credits were used, or its time is over.'

async function answerBuy({ context, request, shopper, form }: ActionArgs) {
  const app = context.get(appContext)
  const returnTo = pathIn(form, 'return_to', href('/credits'))
  const cancelTo = pathIn(form, 'cancel_to', returnTo)
  const product = String(form.get('product'))
  const typed = form.get('friend_email')
  const email = typeof typed === 'string' ? typed.trim() : ''
  const askWho = (shown: string, error?: string) =>
    askAbout({
      kind: 'gift-recipient',
      typed: shown,
      ...(error !== undefined && { error }),
      returnTo,
      cancelTo,
    })
  const checked = validEmail.safeParse(email)
  if (product === 'gift' && email !== '' && !checked.success)
    return askWho(email, checked.error.issues[0]?.message)
  const places = {
    origin: app.originOf(request),
    successPath: `${href('/credits-success')}?session_id={CHECKOUT_SESSION_ID}`,
    returnTo,
    cancelTo,
  }
  const input = { product, recipientEmail: email, quantity: Number(form.get('quantity')) }
  // Without a recipient only the question is shown.
  const isAsking = product === 'gift' && email === ''
  if (!isAsking) askConsentFirst(context, cancelTo)
  const taken = isAsking ? null : await countAttempt(app, 'checkout', shopper.id)
  if (taken && !taken.ok)
    return redirectWithError(
      cancelTo,
      `Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`,
    )
  const opened = await attempt(context, request, () =>
    buyCredits(app.db, shopper, app.stripe, input, places, app.clock()),
  )
  if (opened.ok) return redirectDocument(opened.value.url)
  const { problem } = opened
  // An empty field was posted, or the question was never shown.
  if (problem.reason === 'recipient-missing')
    return askWho('', typed === null ? undefined : 'Please enter your friend’s email.')
  if (problem.reason === 'gift-for-oneself')
    return askWho(email, 'This is your own email. Please enter your friend’s.')
  // Leads to the page where the plan can be managed, whichever page had the form.
  const backTo = problem.reason === 'already-subscribed' ? href('/credits') : cancelTo
  return redirectWithError(
    backTo,
    problem.reason === 'payments-refused' && problem.message
      ? `Error: ${problem.message}`
      : BUY_SENTENCES[problem.reason],
  )
}

const BUY_FAILED = `Error: ${CHECKOUT_FAILED}`

const BUY_SENTENCES = {
  'product-not-found': 'Product not found',
  'already-subscribed':
    'You already have an active subscription. Please manage or change your subscription instead.',
  'payments-unavailable': BUY_FAILED,
  'payments-refused': BUY_FAILED,
  unexpected: BUY_FAILED,
} satisfies Record<
  Exclude<(BuyProblem | Unexpected)['reason'], 'recipient-missing' | 'gift-for-oneself'>,
  string
>

function pathIn(form: FormData, name: string, otherwise: string): string {
  const posted = form.get(name)
  return safeReturnTo(typeof posted === 'string' && posted ? posted : otherwise)
}

const CLAIM_SENTENCES = {
  'code-missing': 'Please enter a gift code.',
  'code-unknown': 'Failed to claim gift code',
  'code-expired': 'This gift code has expired.',
  'own-code': 'This is your own gift.',
  unexpected: FAILED,
} satisfies Record<Exclude<(ClaimProblem | Unexpected)['reason'], 'consent-due'>, string>

async function answerClaim({ context, request, shopper, form }: ActionArgs) {
  const app = context.get(appContext)
  const code = toCode(form.get('code'))
  const refuse = (error: string) => askAbout({ kind: 'claim-refused', error, code })
  // Only input with the form of a code counts as an attempt.
  const taken = isWholeCode(code) ? await countAttempt(app, 'claim', shopper.id) : null
  if (taken && !taken.ok)
    return refuse(`Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`)
  const claimed = await attempt(context, request, () =>
    claimGiftCode(app.db, shopper, code, app.clock()),
  )
  if (!claimed.ok) {
    const { reason } = claimed.problem
    if (reason === 'consent-due')
      throw redirectToConsent(`${href('/credits')}?code=${encodeURIComponent(code)}`)
    return refuse(CLAIM_SENTENCES[reason])
  }
  const { credits } = claimed.value
  return redirectWithSuccess(href('/credits'), `Success! You received ${credits} credits!`)
}

const RESEND_SENTENCES = {
  'gift-not-found': 'This gift was not found.',
  'gift-is-over': 'This gift can no longer be sent.',
  'sent-too-often':
    'You have sent this gift too many times. You can share the code with your friend yourself.',
  'sent-just-now': 'This gift was sent less than an hour ago. Please try again later.',
  unexpected: FAILED,
} satisfies Record<(ResendProblem | Unexpected)['reason'], string>

async function answerResend({ context, request, shopper, form }: ActionArgs) {
  const { db, clock } = context.get(appContext)
  const sent = await attempt(context, request, () =>
    resendGiftCode(db, shopper, form.get('gift'), clock()),
  )
  return sent.ok
    ? redirectWithSuccess(
        href('/credits'),
        `We sent the gift to ${sent.value.recipientEmail} again.`,
      )
    : redirectWithError(href('/credits'), RESEND_SENTENCES[sent.problem.reason])
}
