/** What could not be done, in the words of spec 5.8. */
export const STEP_FAILED = {
  accept: 'Failed to accept rental',
  cancel: 'Failed to cancel rental',
  deliver: 'Failed to update delivery status',
  'fail-delivery': 'Failed to update delivery status',
  'mark-no-show': 'Failed to update delivery status',
  'mark-late': 'Failed to update return status',
  'mark-lost': 'Failed to update return status',
  'record-return': 'Failed to update return status',
  'approve-condition': 'Failed to approve condition',
  'keep-deposit': 'Failed to process deposit',
} as const
