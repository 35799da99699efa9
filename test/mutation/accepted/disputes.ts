import { type Accepted, ONE_MORE, TYPES } from './reasons.ts'

export const disputes: readonly Accepted[] = [
  {
    path: 'domain/disputes/dispute-queries.ts',
    line: '.limit(25)',
    was: '25',
    becomes: '26',
    reason: ONE_MORE,
  },
  {
    path: 'domain/disputes/dispute-queries.ts',
    line: 'person: id && fullName && email ? { id, fullName, email } : null,',
    was: '&& email',
    becomes: '',
    reason: TYPES,
  },
]
