import { expect, test } from 'vitest'
import { stateOf } from './account-state.ts'

const begun = {
  id: 'acct_1',
  chargesEnabled: false,
  detailsSubmitted: false,
  receivesTransfers: false,
  payoutsEnabled: false,
  due: [],
  disabledReason: null,
}
const submitted = { ...begun, detailsSubmitted: true }

test.for([
  ['gone', null],
  ['ready', { ...submitted, receivesTransfers: true, payoutsEnabled: true }],
  ['ready', { ...submitted, receivesTransfers: true, payoutsEnabled: true, due: ['tax_id'] }],
  ['in_review', { ...submitted, receivesTransfers: true }],
  ['in_review', { ...submitted, payoutsEnabled: true }],
  ['in_review', submitted],
  ['in_review', { ...submitted, disabledReason: 'under_review' }],
  ['in_review', { ...submitted, disabledReason: 'requirements.pending_verification' }],
  ['incomplete', begun],
  ['incomplete', { ...begun, disabledReason: 'under_review' }],
  ['incomplete', { ...submitted, due: ['tax_id'], disabledReason: 'requirements.past_due' }],
  ['restricted', { ...submitted, disabledReason: 'requirements.past_due' }],
  ['restricted', { ...begun, disabledReason: 'rejected.fraud' }],
  ['restricted', { ...submitted, due: ['tax_id'], disabledReason: 'rejected.other' }],
] as const)('an account is %s: %o', ([state, account]) => {
  expect(stateOf(account)).toBe(state)
})
