import { data, href } from 'react-router'
import type { CreditsAnswer } from '#app/components/credits/credits-answer.tsx'
import type { Unexpected } from '#app/forms/answered.ts'
import { askConsentFirst } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import type { ActionArgs } from '#app/routes/account/rentals/deposit-form.ts'
import type { Db } from '#db/connection.ts'
import {
  downgrade,
  type KnownFrom,
  keepPlan,
  type PlanProblem,
  payDue,
  quoteUpgrade,
  resumePlan,
  upgrade,
} from '#domain/money/plans/change-plan.ts'
import { findSubscription } from '#domain/money/plans/subscription-queries.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

type Args = ActionArgs & { readonly db: Db; readonly stripe: StripeGateway; readonly now: Date }

/** What a posted intent does, and the sentence when it is done. */
const ACTS = {
  upgrade: {
    act: ({ db, shopper, stripe, form, now }) =>
      upgrade(db, shopper, stripe, Number(form.get('quoted')), now),
    done: 'You are now on the annual plan.',
  },
  downgrade: {
    act: ({ db, shopper, stripe, now }) => downgrade(db, shopper, stripe, now),
    done: 'Your plan changes to monthly at the end of the year you have paid for.',
  },
  'keep-plan': {
    act: ({ db, shopper, stripe, now }) => keepPlan(db, shopper, stripe, now),
    done: 'You keep your annual plan.',
  },
  'resume-plan': {
    act: ({ db, shopper, stripe, now }) => resumePlan(db, shopper, stripe, now),
    done: 'You keep your plan. It renews as before.',
  },
  'pay-due': {
    act: ({ db, shopper, stripe, now }) => payDue(db, shopper, stripe, now),
    done: 'Your subscription is paid and your credits have been added.',
  },
} as const satisfies Record<
  string,
  { act: (args: Args) => Promise<Outcome<KnownFrom, PlanProblem>>; done: string }
>

const CHANGED_LATER = 'Your plan has been changed. This page shows it in a few minutes.'

export type PlanIntent = keyof typeof ACTS

export const isPlanIntent = (intent: unknown): intent is PlanIntent =>
  typeof intent === 'string' && intent in ACTS

/** Changes of plan: each asks for confirmation, except cancelling one. */
export async function answerPlanForm(args: ActionArgs, intent: PlanIntent) {
  const { context, request, shopper, form } = args
  if (intent === 'upgrade') askConsentFirst(context, href('/credits'))
  if (form.get('confirmed') !== 'yes') {
    if (intent === 'upgrade') return await askAboutUpgrade(args, false)
    if (intent === 'downgrade') return await askAboutDowngrade(args)
  }
  const { db, stripe, clock } = context.get(appContext)
  const given = { context, request, shopper, form, db, stripe, now: clock() }
  const { act, done } = ACTS[intent]
  const outcome = await attempt(context, request, () => act(given))
  if (outcome.ok)
    return redirectWithSuccess(href('/credits'), outcome.value === 'later' ? CHANGED_LATER : done)
  return intent === 'upgrade' && outcome.problem.reason === 'price-changed'
    ? await askAboutUpgrade(args, true)
    : refuse(outcome.problem)
}

async function askAboutUpgrade(args: ActionArgs, changed: boolean) {
  const { context, request, shopper } = args
  const { db, stripe, clock } = context.get(appContext)
  const now = clock()
  const held = await findSubscription(db, shopper, now)
  const outcome = await attempt(context, request, () => quoteUpgrade(db, shopper, stripe, now))
  if (!outcome.ok) return refuse(outcome.problem)
  const { dueCents } = outcome.value
  return askAbout({ kind: 'upgrade', dueCents, changed, isCancelled: held?.cancelAt != null })
}

async function askAboutDowngrade({ context, shopper }: ActionArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const held = await findSubscription(db, shopper, clock())
  const until = held?.renewsAt ?? held?.cancelAt ?? held?.coveredUntil
  if (!held || !until) return refuse({ reason: 'no-subscription' })
  if (held.cancelAt) return refuse({ reason: 'cancelled' })
  return askAbout({ kind: 'downgrade', from: showDate(calendarDateIn(timeZone, until)) })
}

function refuse(problem: PlanProblem | Unexpected) {
  const text =
    problem.reason === 'payments-refused' ? `Error: ${problem.message}` : SENTENCES[problem.reason]
  return redirectWithError(href('/credits'), text)
}

const SENTENCES = {
  unexpected: 'An error occurred. Please try again.',
  'no-subscription': 'You have no active subscription.',
  'already-on-plan': 'You are already on this plan.',
  cancelled: 'Your plan is canceled. To switch plans, keep your plan first.',
  'not-cancelled': 'Your plan is not canceled.',
  'nothing-due': 'Your subscription is already paid.',
  'payment-due':
    'The last payment for your subscription is still due. Please update your payment method first.',
  'price-changed': 'The price has changed. Please check it and confirm again.',
  'payments-unavailable': 'Our payment provider is not responding. Please try again.',
} satisfies Record<Exclude<(PlanProblem | Unexpected)['reason'], 'payments-refused'>, string>

/** The page again, with a question or a problem. */
export function askAbout(answer: CreditsAnswer) {
  return data(answer, { status: 400 })
}
