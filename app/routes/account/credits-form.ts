import { data, href, type RouterContextProvider, redirectDocument } from 'react-router'
import type { CreditsAnswer } from '#app/components/credits/credits-answer.tsx'
import { CHECKOUT_FAILED } from '#app/components/credits/product-words.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { readForm } from '#app/forms/read-form.ts'
import { validEmail } from '#app/forms/text-fields.ts'
import { askConsentFirst, redirectToConsent } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { answerDepositForm, answerTopUpForm } from '#app/routes/account/rentals/deposit-form.ts'
import { type BuyProblem, buyCredits } from '#domain/money/checkout/checkout.ts'
import { isWholeCode, toCode } from '#domain/money/gifts/code-words.ts'
import {
  type ClaimProblem,
  claimGiftCode,
  type ResendProblem,
  resendGiftCode,
} from '#domain/money/gifts/gifts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { answerPlanForm } from './plan-form.ts'

type ActionArgs = {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  readonly shopper: Shopper
  readonly form: FormData
}

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
  switch (form.get('intent')) {
    case 'refund-deposit':
      return await answerDepositForm(context, request)
    case 'top-up-deposit':
      return await answerTopUpForm(context, request)
    case 'claim':
      return await answerClaim(args)
    case 'resend-gift':
      return await answerResend(args)
    case 'upgrade':
    case 'downgrade':
    case 'keep-plan':
    case 'resume-plan':
    case 'pay-due':
      return await answerPlanForm(args)
    default:
      return await answerBuy(args)
  }
}

function ask(answer: CreditsAnswer) {
  return data(answer, { status: 400 })
}

async function answerBuy({ context, request, shopper, form }: ActionArgs) {
  const app = context.get(appContext)
  const returnTo = pathIn(form, 'return_to', href('/credits'))
  const cancelTo = pathIn(form, 'cancel_to', returnTo)
  const product = String(form.get('product'))
  const typed = form.get('friend_email')
  const email = typeof typed === 'string' ? typed.trim() : ''
  const checked = validEmail.safeParse(email)
  if (product === 'gift' && email !== '' && !checked.success)
    return ask({
      kind: 'gift-recipient',
      typed: email,
      error: checked.error.issues[0]?.message ?? '',
      returnTo,
      cancelTo,
    })
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
    return redirectWithToast(cancelTo, {
      type: 'error',
      text: `Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`,
    })
  const opened = await attempt(context, request, () =>
    buyCredits(app.db, shopper, app.stripe, input, places, app.clock()),
  )
  if (opened.ok) return redirectDocument(opened.value.url)
  const { problem } = opened
  switch (problem.reason) {
    case 'recipient-missing':
      // An empty field was posted, or the question was never shown.
      return ask({
        kind: 'gift-recipient',
        typed: '',
        ...(typed !== null && { error: 'Please enter your friend’s email.' }),
        returnTo,
        cancelTo,
      })
    case 'gift-for-oneself':
      return ask({
        kind: 'gift-recipient',
        typed: email,
        error: 'This is your own email. Please enter your friend’s.',
        returnTo,
        cancelTo,
      })
    case 'already-subscribed':
      // Leads to the page where the plan can be managed, whichever page had the form.
      return redirectWithToast(href('/credits'), { type: 'error', text: buySentence(problem) })
    default:
      return redirectWithToast(cancelTo, { type: 'error', text: buySentence(problem) })
  }
}

function pathIn(form: FormData, name: string, otherwise: string): string {
  const posted = form.get(name)
  return safeReturnTo(typeof posted === 'string' && posted ? posted : otherwise)
}

function buySentence(
  problem: Exclude<BuyProblem | Unexpected, { reason: 'recipient-missing' | 'gift-for-oneself' }>,
): string {
  switch (problem.reason) {
    case 'product-not-found':
      return 'Product not found'
    case 'already-subscribed':
      return 'You already have an active subscription. Please manage or change your subscription instead.'
    case 'payments-unavailable':
    case 'unexpected':
      return `Error: ${CHECKOUT_FAILED}`
    case 'payments-refused':
      return `Error: ${problem.message || CHECKOUT_FAILED}`
  }
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
  const refuse = (error: string) => ask({ kind: 'claim-refused', error, code })
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
  return redirectWithToast(href('/credits'), {
    type: 'success',
    text: `Success! You received ${credits} credits!`,
  })
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
    ? redirectWithToast(href('/credits'), {
        type: 'success',
        text: `We sent the gift to ${sent.value.recipientEmail} again.`,
      })
    : redirectWithToast(href('/credits'), {
        type: 'error',
        text: RESEND_SENTENCES[sent.problem.reason],
      })
}
