import { expect, test } from 'vitest'
import { type Plan, type PlanChange, type PlanMove, planModel } from './plan.ts'
import { type Timed, verdictOn } from './verdict.ts'

const planned = (kind: PlanChange, answer: 'done' | 'refused' | null = 'done'): PlanMove => ({
  kind,
  answer,
})
const shown = (plan: Plan): PlanMove => ({ kind: 'page', shown: plan })

const plans: Readonly<Record<string, readonly Timed<PlanMove>[]>> = {
  'from month to year and back': [
    [1, 2, planned('upgrade', 'refused')],
    [3, 4, planned('buy-monthly')],
    [5, 6, planned('upgrade')],
    [7, 8, planned('downgrade')],
    [9, 10, shown('annual, then monthly')],
    [11, 12, planned('keep-plan')],
    [13, 14, planned('keep-plan', 'refused')],
  ],
  'an annual plan': [
    [1, null, planned('buy-annual', null)],
    [2, 3, shown('none')],
    [4, 5, shown('annual')],
    [6, 7, planned('downgrade')],
  ],
  'canceled, and resumed': [
    [1, 2, planned('buy-monthly')],
    [3, 6, planned('cancel')],
    [4, 5, shown('monthly')],
    [7, 8, planned('downgrade', 'refused')],
    [9, 10, planned('upgrade')],
    [11, 12, shown('annual')],
    [13, null, planned('cancel', null)],
    [14, 15, planned('resume-plan', 'refused')],
    [16, 17, shown('annual, canceled')],
  ],
  'one form sent twice at once, and again after it was lost': [
    [1, 2, planned('buy-monthly')],
    [3, 4, planned('upgrade')],
    [3, 4, planned('upgrade')],
    [5, null, planned('downgrade', null)],
    [6, 7, planned('downgrade', 'refused')],
    [8, 9, shown('annual, then monthly')],
  ],
}

test.for(Object.entries(plans))('plan: %s', ([, history]) => {
  expect(verdictOn(planModel, history)).toBe('explained')
})

const wrongPlans: Readonly<Record<string, readonly Timed<PlanMove>[]>> = {
  'a forgotten change': [
    [1, 2, planned('buy-monthly')],
    [3, 4, planned('upgrade')],
    [5, 6, shown('monthly')],
  ],
  'refused without a reason': [
    [1, 2, planned('buy-monthly')],
    [3, 4, planned('upgrade', 'refused')],
  ],
  'a change of a canceled plan': [
    [1, 2, planned('buy-monthly')],
    [3, 4, planned('upgrade')],
    [5, 6, planned('cancel')],
    [7, 8, planned('downgrade')],
  ],
  'a cancellation that comes and goes': [
    [1, 2, planned('buy-monthly')],
    [3, null, planned('cancel', null)],
    [4, 5, shown('monthly, canceled')],
    [6, 7, shown('monthly')],
  ],
  'a plan that nobody has bought': [[1, 2, shown('monthly')]],
}

test.for(Object.entries(wrongPlans))('plan, not explained: %s', ([, history]) => {
  expect(verdictOn(planModel, history)).toBe('contradicted')
})
