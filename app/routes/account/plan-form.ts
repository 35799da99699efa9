import { data, href, type RouterContextProvider } from 'react-router'
import type { CreditsAnswer } from '#app/components/credits/credits-answer.tsx'
import type { Unexpected } from '#app/forms/answered.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import {
  downgrade,
  keepPlan,
  type PlanProblem,
  payDue,
  quoteUpgrade,
  resumePlan,
  upgrade,
} from '#domain/money/plans/change-plan.ts'
import { findSubscription } from '#domain/money/plans/subscription-queries.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'

type ActionArgs = {
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

/** Changes of plan: each asks for confirmation, except cancelling one. */
export async function answerPlanForm(args: ActionArgs) {
  const { form } = args
  const confirmed = form.get('confirmed') === 'yes'
  switch (form.get('intent')) {
    case 'upgrade':
      askConsentFirst(args.context, href('/credits'))
      return confirmed ? await answerUpgrade(args) : await askAboutUpgrade(args, false)
    case 'downgrade':
      return confirmed ? await answerDowngrade(args) : await askAboutDowngrade(args)
    case 'pay-due':
      return await answerPayDue(args)
    case 'resume-plan':
      return await answerResume(args)
    default:
      return await answerKeep(args)
  }
}

async function askAboutUpgrade(args: ActionArgs, changed: boolean) {
  const { context, request, shopper } = args
  const { db, stripe, clock } = context.get(appContext)
  const held = await findSubscription(db, shopper, clock())
  const outcome = await attempt(context, request, () => quoteUpgrade(db, shopper, stripe))
  if (!outcome.ok)
    return redirectWithToast(href('/credits'), {
      type: 'error',
      text: sentenceFor(outcome.problem),
    })
  const { dueCents } = outcome.value
  return ask({ kind: 'upgrade', dueCents, changed, isCancelled: held?.cancelAt != null })
}

async function answerUpgrade(args: ActionArgs) {
  const { context, request, shopper, form } = args
  const { db, stripe, clock } = context.get(appContext)
  const quoted = Number(form.get('quoted'))
  const outcome = await attempt(context, request, () =>
    upgrade(db, shopper, stripe, quoted, clock()),
  )
  if (outcome.ok)
    return redirectWithToast(href('/credits'), { type: 'success', text: DONE.upgrade })
  return outcome.problem.reason === 'price-changed'
    ? await askAboutUpgrade(args, true)
    : redirectWithToast(href('/credits'), { type: 'error', text: sentenceFor(outcome.problem) })
}

async function askAboutDowngrade({ context, shopper }: ActionArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const held = await findSubscription(db, shopper, clock())
  const until = held?.renewsAt ?? held?.cancelAt ?? held?.coveredUntil
  if (!held || !until)
    return redirectWithToast(href('/credits'), { type: 'error', text: sentenceFor(NONE) })
  if (held.cancelAt)
    return redirectWithToast(href('/credits'), {
      type: 'error',
      text: sentenceFor({ reason: 'cancelled' }),
    })
  return ask({ kind: 'downgrade', from: showDate(calendarDateIn(timeZone, until)) })
}

const NONE: PlanProblem = { reason: 'no-subscription' }

async function answerDowngrade(args: ActionArgs) {
  const { context, request, shopper } = args
  const { db, stripe, clock } = context.get(appContext)
  const outcome = await attempt(context, request, () => downgrade(db, shopper, stripe, clock()))
  return redirectWithToast(
    href('/credits'),
    outcome.ok
      ? { type: 'success', text: DONE.downgrade }
      : { type: 'error', text: sentenceFor(outcome.problem) },
  )
}

async function answerKeep(args: ActionArgs) {
  const { context, request, shopper } = args
  const { db, stripe, clock } = context.get(appContext)
  const outcome = await attempt(context, request, () => keepPlan(db, shopper, stripe, clock()))
  return redirectWithToast(
    href('/credits'),
    outcome.ok
      ? { type: 'success', text: DONE['keep-plan'] }
      : { type: 'error', text: sentenceFor(outcome.problem) },
  )
}

async function answerResume(args: ActionArgs) {
  const { context, request, shopper } = args
  const { db, stripe, clock } = context.get(appContext)
  const outcome = await attempt(context, request, () => resumePlan(db, shopper, stripe, clock()))
  return redirectWithToast(
    href('/credits'),
    outcome.ok
      ? { type: 'success', text: DONE['resume-plan'] }
      : { type: 'error', text: sentenceFor(outcome.problem) },
  )
}

async function answerPayDue(args: ActionArgs) {
  const { context, request, shopper } = args
  const { db, stripe, clock } = context.get(appContext)
  const outcome = await attempt(context, request, () => payDue(db, shopper, stripe, clock()))
  return redirectWithToast(
    href('/credits'),
    outcome.ok
      ? { type: 'success', text: DONE['pay-due'] }
      : { type: 'error', text: sentenceFor(outcome.problem) },
  )
}

function sentenceFor(problem: PlanProblem | Unexpected): string {
  switch (problem.reason) {
    case 'unexpected':
      return 'An error occurred. Please try again.'
    case 'no-subscription':
      return 'You have no active subscription.'
    case 'already-on-plan':
      return 'You are already on this plan.'
    case 'cancelled':
      return 'Your plan is canceled. To switch plans, keep your plan first.'
    case 'not-cancelled':
      return 'Your plan is not canceled.'
    case 'nothing-due':
      return 'Your subscription is already paid.'
    case 'payment-due':
      return 'The last payment for your subscription is still due. Please update your payment method first.'
    case 'price-changed':
      return 'The price has changed. Please check it and confirm again.'
    case 'payments-unavailable':
      return 'Our payment provider is not responding. Please try again.'
    case 'payments-refused':
      return `Error: ${problem.message}`
  }
}

function ask(answer: CreditsAnswer) {
  return data(answer, { status: 400 })
}
