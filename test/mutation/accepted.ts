/** A mutant that no test has to kill, and why: nothing that anybody could notice differs. */
export interface Accepted {
  readonly path: string
  /** The line, without the space around it, and what changes in it, as in the report. */
  readonly line: string
  readonly was: string
  readonly becomes: string
  readonly reason: string
}

const UNDEFINED = 'Kysely writes undefined as the default of the column, which is null.'
const ONE_PAYER =
  'A payment has one payer, whose lots these are; the person is named for the index.'
const LOCK =
  'A lock: only what happens at the same time shows it (booking-races, npm run simulate).'
const ONE_MORE = 'One row more is read; `toPage` cuts the page.'
const TYPES = 'It always exists (a foreign key); the types do not know that.'
const BATCH = 'How many are done at a time; callers repeat it until there are fewer.'

export const accepted: readonly Accepted[] = [
  {
    path: 'domain/shared/audit.ts',
    line: 'actor_id: actor?.id ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/shared/audit.ts',
    line: 'before: act.before === undefined ? null : JSON.stringify(act.before),',
    was: 'act.before === undefined',
    becomes: 'false',
    reason: UNDEFINED,
  },
  {
    path: 'domain/shared/audit.ts',
    line: 'after: act.after === undefined ? null : JSON.stringify(act.after),',
    was: 'act.after === undefined',
    becomes: 'false',
    reason: UNDEFINED,
  },
  {
    path: 'domain/shared/calendar-date.ts',
    line: 'if (!format) {',
    was: '!format',
    becomes: 'true',
    reason: 'A cache: making the format again gives the same one.',
  },
  {
    path: 'domain/shared/first-name.ts',
    line: "return fullName.trim().split(/\\s/, 1)[0] ?? ''",
    was: "?? ''",
    becomes: '',
    reason: 'A split text has at least one part; the types do not know that.',
  },
  {
    path: 'domain/shared/page.ts',
    line: 'Array.isArray(keys) &&',
    was: 'Array.isArray(keys) &&',
    becomes: '',
    reason: 'What is no list has no `every`, and the error makes it null as well.',
  },
  {
    path: 'domain/shared/version.ts',
    line: '.sort(([one], [other]) => (one < other ? -1 : 1))',
    was: '1',
    becomes: '2',
    reason: 'Only the sign matters.',
  },
  {
    path: 'domain/calendar/calendar.ts',
    line: ".where('r.status', '=', 'completed')",
    was: '.limit(AT_A_TIME)',
    becomes: '',
    reason: BATCH,
  },
  {
    path: 'domain/credits/expiry-reminders.ts',
    line: 'export async function remindOfExpiry(db: Db, place: Place, now: Date, max = 500): Promise<number> {',
    was: '500',
    becomes: '501',
    reason: BATCH,
  },
  {
    path: 'domain/credits/revoke-lots.ts',
    line: ".select(['id', 'available', 'spent', 'expires_at', 'frozen_at'])",
    was: ".where('user_id', '=', of.userId)",
    becomes: '',
    reason: ONE_PAYER,
  },
  {
    path: 'domain/credits/statement.ts',
    line: ".whereRef('earlier.payment_intent', '=', 't.payment_intent')",
    was: ".where('earlier.kind', '=', sql.lit('subscription' as const))",
    becomes: '',
    reason: 'The first operation of an invoice is its first month; others follow it.',
  },
  {
    path: 'domain/credits/give-credits.ts',
    line: 'await lockWallet(tx, personId)',
    was: 'await lockWallet(tx, personId)',
    becomes: '',
    reason: LOCK,
  },
  {
    path: 'domain/credits/mint.ts',
    line: 'payment_intent: operation.paymentIntent ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
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
  {
    path: 'domain/calendar/free-dates.ts',
    line: 'return shopper',
    was: 'shopper',
    becomes: 'true',
    reason: 'No entry of the waitlist has the shopper null.',
  },
  {
    path: 'domain/calendar/calendar.ts',
    line: 'const AT_A_TIME = 1_000',
    was: '1_000',
    becomes: '1001',
    reason: BATCH,
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
  {
    path: 'domain/credits/mint.ts',
    line: 'payment_credits: operation.paid?.credits ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/credits/operation.ts',
    line: 'refund_id: operation.refundId ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/credits/restore.ts',
    line: 'return amount > 0 ? [{ ...one, amount }] : []',
    was: '>',
    becomes: '>=',
    reason: '`returnToLots` leaves out parts of 0 credits.',
  },
  {
    path: 'domain/credits/spend.ts',
    line: 'const balance = rows[0]?.balance ?? 0',
    was: '?? 0',
    becomes: '',
    reason: 'The statement always returns one row; the types do not know that.',
  },
]
