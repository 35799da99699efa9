import { type Accepted, ONE_MORE } from './reasons.ts'

export const checkout: readonly Accepted[] = [
  {
    path: 'domain/checkout/failed-events.ts',
    line: '.limit(25)',
    was: '25',
    becomes: '26',
    reason: ONE_MORE,
  },
  {
    path: 'domain/checkout/manual-refunds.ts',
    line: '.limit(25)',
    was: '25',
    becomes: '26',
    reason: ONE_MORE,
  },
]
