import { data, type RouterContextProvider } from 'react-router'
import type { CreditsAnswer } from '#app/components/credits/credits-answer.tsx'
import { attempt } from '#app/http/attempt.ts'
import { appContext } from '#app/http/contexts.ts'
import { redirectWithToast } from '#app/http/flash.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn, showDate } from '#domain/shared/calendar-date.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import {
  downgrade,
  keepPlan,
  type PlanProblem,
  payDue,
  quoteUpgrade,
  resumePlan,
  upgrade,
} from '#domain/subscriptions/change-plan.ts'
import { findSubscription } from '#domain/subscriptions/subscription-queries.ts'

type Asked = {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  readonly shopper: Shopper
  readonly form: FormData
}

const DONE = {
  upgrade: 'You are now on the annual plan.',
  downgrade: 'Your plan changes to monthly at the end of the year you have paid for.',
  'keep-plan': 'You keep your annual plan.',
  'resume-plan': 'You keep your plan. It renews as before.',
  'pay-due': 'Your subscription is paid and your credits have been added.',
} as const

/** Changes of plan: each is asked about first, but taking one back. */
export async function answerPlanForm(asked: Asked) {
  const { form } = asked
  const confirmed = form.get('confirmed') === 'yes'
  switch (form.get('intent')) {
    case 'upgrade':
      return confirmed ? await answerUpgrade(asked) : await askAboutUpgrade(asked, false)
    case 'downgrade':
      return confirmed ? await answerDowngrade(asked) : await askAboutDowngrade(asked)
    case 'pay-due':
      return await answerPayDue(asked)
    case 'resume-plan':
      return await answerResume(asked)
    default:
      return await answerKeep(asked)
  }
}

async function askAboutUpgrade(asked: Asked, changed: boolean) {
  const { context, shopper } = asked
  const { db, stripe, clock } = context.get(appContext)
  const held = await findSubscription(db, shopper, clock())
  const tried = await tryIt(asked, () => quoteUpgrade(db, shopper, stripe))
  if (!tried.ok) return redirectWithToast('/credits', { type: 'error', text: tried.sentence })
  const { dueCents } = tried.value
  return ask({ kind: 'upgrade', dueCents, changed, isCancelled: held?.cancelAt != null })
}

async function answerUpgrade(asked: Asked) {
  const { context, shopper, form } = asked
  const { db, stripe, clock } = context.get(appContext)
  const quoted = Number(form.get('quoted'))
  const tried = await tryIt(asked, () => upgrade(db, shopper, stripe, quoted, clock()))
  if (tried.ok) return redirectWithToast('/credits', { type: 'success', text: DONE.upgrade })
  return tried.problem?.reason === 'price-changed'
    ? await askAboutUpgrade(asked, true)
    : redirectWithToast('/credits', { type: 'error', text: tried.sentence })
}

async function askAboutDowngrade({ context, shopper }: Asked) {
  const { db, clock, timeZone } = context.get(appContext)
  const held = await findSubscription(db, shopper, clock())
  const until = held?.renewsAt ?? held?.cancelAt ?? held?.coveredUntil
  if (!held || !until)
    return redirectWithToast('/credits', { type: 'error', text: sentenceFor(NONE) })
  if (held.cancelAt)
    return redirectWithToast('/credits', {
      type: 'error',
      text: sentenceFor({ reason: 'cancelled' }),
    })
  return ask({ kind: 'downgrade', from: showDate(calendarDateIn(timeZone, until)) })
}

const NONE: PlanProblem = { reason: 'no-subscription' }

async function answerDowngrade(asked: Asked) {
  const { context, shopper } = asked
  const { db, stripe, clock } = context.get(appContext)
  const tried = await tryIt(asked, () => downgrade(db, shopper, stripe, clock()))
  return redirectWithToast(
    '/credits',
    tried.ok ? { type: 'success', text: DONE.downgrade } : { type: 'error', text: tried.sentence },
  )
}

async function answerKeep(asked: Asked) {
  const { context, shopper } = asked
  const { db, stripe, clock } = context.get(appContext)
  const tried = await tryIt(asked, () => keepPlan(db, shopper, stripe, clock()))
  return redirectWithToast(
    '/credits',
    tried.ok
      ? { type: 'success', text: DONE['keep-plan'] }
      : { type: 'error', text: tried.sentence },
  )
}

async function answerResume(asked: Asked) {
  const { context, shopper } = asked
  const { db, stripe, clock } = context.get(appContext)
  const tried = await tryIt(asked, () => resumePlan(db, shopper, stripe, clock()))
  return redirectWithToast(
    '/credits',
    tried.ok
      ? { type: 'success', text: DONE['resume-plan'] }
      : { type: 'error', text: tried.sentence },
  )
}

async function answerPayDue(asked: Asked) {
  const { context, shopper } = asked
  const { db, stripe, clock } = context.get(appContext)
  const tried = await tryIt(asked, () => payDue(db, shopper, stripe, clock()))
  return redirectWithToast(
    '/credits',
    tried.ok ? { type: 'success', text: DONE['pay-due'] } : { type: 'error', text: tried.sentence },
  )
}

type Tried<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly sentence: string; readonly problem: PlanProblem | null }

async function tryIt<T>(
  { context, request }: Asked,
  work: () => Promise<Outcome<T, PlanProblem>>,
): Promise<Tried<T>> {
  const tried = await attempt(context, request, work)
  if (tried.failed)
    return { ok: false, sentence: 'An error occurred. Please try again.', problem: null }
  if (tried.value.ok) return { ok: true, value: tried.value.value }
  const { problem } = tried.value
  return { ok: false, sentence: sentenceFor(problem), problem }
}

function sentenceFor(problem: PlanProblem): string {
  switch (problem.reason) {
    case 'no-subscription':
      return 'You have no active subscription.'
    case 'already-on-plan':
      return 'You are already on this plan.'
    case 'cancelled':
      return 'Your plan is cancelled. To switch plans, keep your plan first.'
    case 'not-cancelled':
      return 'Your plan is not cancelled.'
    case 'nothing-due':
      return 'Your subscription is already paid.'
    case 'payment-due':
      return 'The last payment for your subscription is still due. Please update your payment method first.'
    case 'price-changed':
      return 'The price has changed. Please check it and confirm again.'
    case 'payments-away':
      return 'Our payment provider is not responding. Please try again.'
    case 'payments-refused':
      return `Error: ${problem.message}`
  }
}

function ask(answer: CreditsAnswer) {
  return data(answer, { status: 400 })
}
