import { type Accepted, TYPES } from './reasons.ts'

export const deposits: readonly Accepted[] = [
  {
    path: 'domain/deposits/deposit-claims.ts',
    line: 'if (!deposit || claim.cents > leftCents)',
    was: '!deposit ||',
    becomes: '',
    reason: 'Without a deposit nothing is left, and more than nothing is withheld.',
  },
  {
    path: 'domain/deposits/deposit-claims.ts',
    line: 'if (deposit) await coverLosses(tx, deposit, now)',
    was: 'deposit',
    becomes: 'true',
    reason: TYPES,
  },
  {
    path: 'domain/deposits/deposit-losses.ts',
    line: 'if (!deposit || (deposit.frozen_at === null) === (frozenAt === null)) return',
    was: '!deposit ||',
    becomes: '',
    reason: TYPES,
  },
  {
    path: 'domain/deposits/deposit-refunds.ts',
    line: 'closed_at: cents < 0 ? null : deposit.closed_at,',
    was: '0',
    becomes: '1',
    reason: 'Of 0 cents nothing is counted.',
  },
  {
    path: 'domain/deposits/failure-words.ts',
    line: "return CAUSES[failure ?? ''] ?? 'but it did not go through'",
    was: "?? ''",
    becomes: '',
    reason: 'No cause has the name null either.',
  },
  {
    path: 'domain/deposits/resolve-deposit.ts',
    line: 'const held = depositId ? await lockById(tx, depositId) : null',
    was: 'depositId',
    becomes: 'true',
    reason: 'No deposit has the id null.',
  },
  {
    path: 'domain/deposits/resolve-deposit.ts',
    line: "if (cents > 0) await refundFromPayments(tx, deposit.id, { cents, reason: 'appeal' }, now)",
    was: 'cents > 0',
    becomes: 'true',
    reason: 'No payment has a part of 0 cents or less to refund.',
  },
  {
    path: 'domain/deposits/resolve-deposit.ts',
    line: ".where('p.deposit_id', '=', deposit.id)",
    was: ".where('s.status', '=', sql.lit('lost' as const))",
    becomes: '',
    reason: 'Only lost disputes have a loss.',
  },
  {
    path: 'domain/deposits/deposit-row.ts',
    line: 'sql<boolean>`case when kept_cents + refunded_cents + lost_cents <= topped_up_cents then false',
    was: '<=',
    becomes: '<',
    reason: 'Of a deposit that lacks nothing it is not used.',
  },
]
