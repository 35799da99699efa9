import { type Accepted, BATCH, CUT, ONE_MORE } from './reasons.ts'

const NEVER_ZERO = 'No earning is of 0 cents (a constraint).'
const COUNTED_LESS = '`isOwedForAYear` decides; the condition keeps what is read small.'
const READ_AGAIN =
  '`claimEarnings` reads it again behind the lock; it only keeps accounts from being locked.'

export const payoutsB: readonly Accepted[] = [
  {
    path: 'domain/payouts/owed-list.ts',
    line: ".orderBy('p.id')",
    was: '.limit(sql.lit(PAGE_SIZE + 1))',
    becomes: '',
    reason: CUT,
  },
  {
    path: 'domain/payouts/owed-list.ts',
    line: '.limit(sql.lit(PAGE_SIZE + 1))',
    was: '1',
    becomes: '2',
    reason: ONE_MORE,
  },
  ...(
    [
      ['<', '<='],
      ['0', '1'],
    ] as const
  ).map(([was, becomes]) => ({
    path: 'domain/payouts/owed-without-account.ts',
    line: `and (coalesce(sum(amount_cents) filter (where amount_cents < 0 or \${isLongAgo(now)}), 0) > 0`,
    ...{ was, becomes, reason: NEVER_ZERO },
  })),
  ...(
    [
      ['and', 'or'],
      ['>', '>='],
    ] as const
  ).map(([was, becomes]) => ({
    path: 'domain/payouts/owed-without-account.ts',
    line: `where transfer_id is null and amount_cents > 0 and \${isLongAgo(now)})`,
    ...{ was, becomes, reason: COUNTED_LESS },
  })),
  {
    path: 'domain/payouts/paid-owner.ts',
    line: "const isOpen = person === null || person.businessStatus !== 'blocked'",
    was: "|| person.businessStatus !== 'blocked'",
    becomes: '',
    reason: 'It saves a statement: what people who are not blocked are owed does not matter.',
  },
  {
    path: 'domain/payouts/paid-owner.ts',
    line: 'return asPaidOwner(person, { isOwed: owed !== null && (owed.cents > 0 || owed.isUnderWay) })',
    was: '>',
    becomes: '>=',
    reason: 'Of 0 cents, a transfer is pending: otherwise `owedTo` is null.',
  },
  {
    path: 'domain/payouts/pay-closets.ts',
    line: 'const AT_A_TIME = 200',
    was: '200',
    becomes: '201',
    reason: BATCH,
  },
  {
    path: 'domain/payouts/pay-closets.ts',
    line: `update.where(sql<boolean>\`(paid_through is null or paid_through < \${last}::uuid)\`),`,
    was: '<',
    becomes: '<=',
    reason: 'It is set to what it is.',
  },
  {
    path: 'domain/payouts/pay-closets.ts',
    line: ".where('owner_id', '=', ownerId)",
    was: ".where('transfer_id', 'is', null)",
    becomes: '',
    reason: READ_AGAIN,
  },
  {
    path: 'domain/payouts/pay-closets.ts',
    line: ".select(sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents'))",
    was: '0',
    becomes: '1',
    reason: READ_AGAIN,
  },
  {
    path: 'domain/payouts/pay-closets.ts',
    line: 'if (payable.cents < MIN_TRANSFER_CENTS) return',
    was: 'payable.cents < MIN_TRANSFER_CENTS',
    becomes: 'false',
    reason: READ_AGAIN,
  },
  {
    path: 'domain/payouts/pay-day.ts',
    line: 'return addDays(monthOf(addDays(monthOf(today), 31)), PAY_DAY - 1)',
    was: '31',
    becomes: '32',
    reason: 'Both end in the next month, whose first day is taken.',
  },
]
