import { isDoneOrLost, type Model } from './find-order.ts'

/** A plan as its page shows it. `then monthly`: it changes at the end of the paid year. */
export type Plan =
  | 'none'
  | 'monthly'
  | 'monthly, canceled'
  | 'annual'
  | 'annual, canceled'
  | 'annual, then monthly'

/** What can be done to a plan, and what it is then; anything else is refused. */
const CHANGES = {
  'buy-monthly': { none: 'monthly' },
  'buy-annual': { none: 'annual' },
  upgrade: { monthly: 'annual', 'monthly, canceled': 'annual' },
  downgrade: { annual: 'annual, then monthly' },
  'keep-plan': { 'annual, then monthly': 'annual' },
  'resume-plan': { 'monthly, canceled': 'monthly', 'annual, canceled': 'annual' },
  cancel: {
    monthly: 'monthly, canceled',
    annual: 'annual, canceled',
    'annual, then monthly': 'annual, canceled',
  },
} as const satisfies Readonly<Record<string, Partial<Record<Plan, Plan>>>>

export type PlanChange = keyof typeof CHANGES

export type PlanMove =
  | { readonly kind: PlanChange; readonly answer: 'done' | 'refused' | null }
  | { readonly kind: 'page'; readonly shown: Plan }

/** The plan of one shopper, in which no time passes. */
export const planModel: Model<Plan, PlanMove> = {
  initial: 'none',
  mayChange: isDoneOrLost,
  key: (plan) => plan,
  step(plan, move) {
    if (move.kind === 'page') return plan === move.shown ? plan : null
    const changes: Partial<Record<Plan, Plan>> = CHANGES[move.kind]
    const changed = changes[plan]
    if (move.answer === 'refused') return changed ? null : plan
    if (changed) return changed
    // The same form sent twice at once is carried out once, and may be answered twice.
    const isDone = Object.values(changes).includes(plan)
    return move.answer === null || isDone ? plan : null
  },
}
