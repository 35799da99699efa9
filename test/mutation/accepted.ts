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
]
