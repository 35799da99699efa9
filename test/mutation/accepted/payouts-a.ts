import { type Accepted, UNDEFINED } from './reasons.ts'

const FIRST = 'Only the first row is used; the limit keeps what is read small.'

export const payoutsA: readonly Accepted[] = [
  {
    path: 'domain/payouts/earnings.ts',
    line: 'note: earning.note ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/payouts/earnings.ts',
    line: 'made_by: earning.madeBy ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/payouts/earnings.ts',
    line: 'const payableAt = payable_at > now ? payable_at : now',
    was: '>',
    becomes: '>=',
    reason: 'When they are equal, both are the same instant.',
  },
  {
    path: 'domain/payouts/has-payout-accounts.ts',
    line: ".select('owner_id')",
    was: '.limit(sql.lit(1))',
    becomes: '',
    reason: FIRST,
  },
  {
    path: 'domain/payouts/has-payout-accounts.ts',
    line: '.limit(sql.lit(1))',
    was: '1',
    becomes: '2',
    reason: FIRST,
  },
]
