// What every long run must include while closets are paid.

export const REQUIRED_OF_PAYOUTS: readonly string[] = [
  ...outcomes('set up payouts', 'done', 'twice at once', 'transfer-under-way'),
  ...['first payout account', 'another payout account', 'an account left'],
  ...outcomes('onboarding', 'verified', 'missing', 'refused'),
  ...outcomes('checked again', 'in review', 'refused', 'verified'),
  ...outcomes('payout account', 'incomplete', 'in_review', 'ready', 'restricted', 'gone'),
  ...outcomes('dashboard', 'done', 'no-dashboard'),
  ...['bank payout paid', 'bank payout failed'],
  ...['balance read', 'everything at Stripe explained'],
  ...outcomes('announce rate', 'done', 'too-soon', 'out-of-bounds'),
  ...['earned at a new rate', 'nothing earned by an admin'],
  ...['taken back before it was sent', 'taken back after it was sent'],
  ...outcomes('correct earnings', 'done', 'amount-invalid', 'note-missing'),
  ...outcomes('correct earnings again', 'done'),
  ...outcomes('payout run', 'began', 'went on'),
  ...['transfer started', 'transfer with a deduction', 'transfer made', 'balance emptied'],
  ...[
    'transfer waits for money',
    'transfer made after waiting',
    'left while a transfer was pending',
  ],
  ...outcomes('transfer failed', 'its account has left', 'its account is restricted'),
  ...['an answer was lost', 'a refusal was lost', 'found after its answer was lost'],
  ...['known by its event', 'transfers compared'],
  ...outcomes('retry transfer', 'done', 'already-handled', 'account-not-ready', 'too-little'),
  ...outcomes('final transfer', 'done', 'account-not-ready', 'rental-open', 'not-payable-yet'),
  ...outcomes('final transfer', 'nothing-to-send', 'payouts-stopped'),
  ...outcomes('final transfer again', 'nothing-to-send'),
  ...outcomes('close account', 'done', 'rental-open', 'appeal-open', 'payout-under-way'),
  ...outcomes('close account', 'earnings-owed', 'earnings-negative'),
  ...['account closed after a final transfer', 'correct earnings: person-not-found'],
  ...['final transfer made', 'transfer by hand', 'difference found', 'payouts released'],
  ...outcomes('accept difference', 'done', 'difference-not-found', 'note-missing'),
  ...['payout run: stopped', 'transfer not made while payouts are stopped'],
  ...outcomes('reverse transfer', 'done', 'refused'),
  ...['reversal known', 'reversal found by the comparison'],
]

export const REQUIRED_OF_APPEALS: readonly string[] = [
  ...outcomes('file appeal', 'done', 'claim-not-found', 'appeal-too-late', 'words-missing'),
  ...outcomes('file appeal', 'already-filed', 'already-decided'),
  ...outcomes('file appeal again', 'done'),
  ...['appeal before the release', 'appeal after the release'],
  ...outcomes('answer appeal', 'done', 'case-not-found', 'answer-too-late', 'words-missing'),
  ...outcomes('answer appeal', 'already-answered', 'already-decided'),
  ...outcomes('decide appeal', 'done', 'not-yet', 'own-decision', 'already-decided'),
  ...outcomes('decide appeal', 'case-not-found', 'amount-invalid', 'reasons-missing'),
  ...outcomes('decide appeal again', 'done'),
  ...outcomes('withdraw appeal', 'done', 'case-not-found', 'already-decided'),
  ...outcomes('undo-review', 'appealed'),
  ...['appeal upheld', 'appeal reduced', 'appeal overturned', 'appeal withdrawn'],
  ...['granted without an answer', 'final without an appeal', 'earned for damage'],
  ...['live', 'closed'].map((what) => `returned cents of a ${what} deposit`),
  'returned cents of a deposit under refund',
]

export function outcomes(move: string, ...words: readonly string[]): string[] {
  return words.map((word) => `${move}: ${word}`)
}
