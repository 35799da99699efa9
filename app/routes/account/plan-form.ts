import { data, type RouterContextProvider, redirect } from 'react-router'
import type { CreditsAnswer } from '#app/components/credits/credits-answer.tsx'
import { attempt } from '#app/http/attempt.ts'
import { appContext } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn, showDate } from '#domain/shared/calendar-date.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import {
  downgrade,
  keepPlan,
  type PlanProblem,
  payDue,
  quoteUpgrade,
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
  upgrade: 'You are on the annual plan now.',
  downgrade: 'Your plan changes to monthly when the paid year is over.',
  'keep-plan': 'You keep your annual plan.',
  'pay-due': 'Your subscription is paid. Your credits are here.',
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
    default:
      return await answerKeep(asked)
  }
}

async function askAboutUpgrade(asked: Asked, changed: boolean) {
  const { context, shopper } = asked
  const { db, stripe } = context.get(appContext)
  const tried = await tryIt(asked, () => quoteUpgrade(db, shopper, stripe))
  if (!tried.ok) return back({ type: 'error', text: tried.sentence })
  return ask({ kind: 'upgrade', dueCents: tried.value.dueCents, changed })
}

async function answerUpgrade(asked: Asked) {
  const { context, shopper, form } = asked
  const { db, stripe, clock } = context.get(appContext)
  const quoted = Number(form.get('quoted'))
  const tried = await tryIt(asked, () => upgrade(db, shopper, stripe, quoted, clock()))
  if (tried.ok) return back({ type: 'success', text: DONE.upgrade })
  return tried.problem?.reason === 'price-changed'
    ? await askAboutUpgrade(asked, true)
    : back({ type: 'error', text: tried.sentence })
}

async function askAboutDowngrade({ context, shopper }: Asked) {
  const { db, clock, timeZone } = context.get(appContext)
  const held = await findSubscription(db, shopper, clock())
  const until = held?.renewsAt ?? held?.cancelAt ?? held?.coveredUntil
  if (!held || !until) return back({ type: 'error', text: sentenceFor(NONE) })
  return ask({ kind: 'downgrade', from: showDate(calendarDateIn(timeZone, until)) })
}

const NONE: PlanProblem = { reason: 'no-subscription' }

async function answerDowngrade(asked: Asked) {
  const { context, shopper } = asked
  const { db, stripe, clock } = context.get(appContext)
  const tried = await tryIt(asked, () => downgrade(db, shopper, stripe, clock()))
  return back(
    tried.ok ? { type: 'success', text: DONE.downgrade } : { type: 'error', text: tried.sentence },
  )
}

async function answerKeep(asked: Asked) {
  const { context, shopper } = asked
  const { db, stripe, clock } = context.get(appContext)
  const tried = await tryIt(asked, () => keepPlan(db, shopper, stripe, clock()))
  return back(
    tried.ok
      ? { type: 'success', text: DONE['keep-plan'] }
      : { type: 'error', text: tried.sentence },
  )
}

async function answerPayDue(asked: Asked) {
  const { context, shopper } = asked
  const { db, stripe, clock } = context.get(appContext)
  const tried = await tryIt(asked, () => payDue(db, shopper, stripe, clock()))
  return back(
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
      return 'Your plan is as you want it already.'
    case 'payment-due':
      return 'The last payment for your subscription is still due. Please update your payment method first.'
    case 'price-changed':
      return 'The amount has changed. Please look at it again.'
    case 'payments-away':
      return 'The payment provider does not answer at the moment. Please try again.'
    case 'payments-refused':
      return `Error: ${problem.message}`
  }
}

function ask(answer: CreditsAnswer) {
  return data(answer, { status: 400 })
}

function back(toast: Parameters<typeof flash>[0]) {
  return redirect('/credits', { headers: { 'Set-Cookie': flash(toast) } })
}
