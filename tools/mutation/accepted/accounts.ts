import type { Accepted } from './reasons.ts'

export const accounts: readonly Accepted[] = [
  {
    path: 'domain/accounts/closing/close-account.ts',
    line: "return { reason: owed.cents > 0 ? 'earnings-owed' : 'earnings-negative' }",
    was: '>',
    becomes: '>=',
    reason: 'Of 0 cents, a payout is under way, which is said before.',
  },
]
