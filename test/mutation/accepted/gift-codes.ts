import { type Accepted, ONE_MORE, TYPES } from './reasons.ts'

export const giftCodes: readonly Accepted[] = [
  {
    path: 'domain/gift-codes/gift-mail.ts',
    line: 'if (!gift || gift.isOver) continue',
    was: '!gift ||',
    becomes: '',
    reason: TYPES,
  },
  {
    path: 'domain/gift-codes/gift-code-queries.ts',
    line: '.limit(MAX_SHOWN + 1)',
    was: '1',
    becomes: '2',
    reason: ONE_MORE,
  },
]
