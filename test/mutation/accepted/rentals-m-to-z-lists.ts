import { type Accepted, BATCH, CUT, ONE_MORE } from './reasons.ts'

const INDEX =
  'The index that the query reads has this order; only the statement does not promise it.'
const BOUND = 'A bound on what is read and counted, which a test sets lower where it matters.'
const COUNTED =
  'Above `max` only their number is told, whichever are counted; the order lets the scan follow an index.'
const HOLDS_ITEMS = 'A bound on what is read: each of these rentals holds an item.'
const SAME_MOVES = 'Admins can make every move of the owner, and no others.'
const BOTH_WAYS = 'Candidates and a scan find the same; this only decides which of them is used.'
const NO_DIGITS = 'Without digits the pattern is the word null, which no number contains.'

/** In files from m to z that list and count rentals. */
export const rentalListsFromM: readonly Accepted[] = [
  {
    path: 'domain/rentals/missing-returns.ts',
    line: 'const MAX_COUNTED = 1_000',
    was: '1_000',
    becomes: '1001',
    reason: BOUND,
  },
  {
    path: 'domain/rentals/missing-returns.ts',
    line: ".where('sent_back_at', '<=', before)",
    was: ".orderBy('sent_back_at')",
    becomes: '',
    reason: INDEX,
  },
  {
    path: 'domain/rentals/missing-returns.ts',
    line: ".select(['id', 'sent_back_at'])",
    was: ".where('status', '=', sql.lit('delivered' as const))",
    becomes: '',
    reason:
      'Only what is delivered is sent back and not returned; the condition is that of the index.',
  },
  {
    path: 'domain/rentals/panel-list.ts',
    line: '.limit(sql.lit(PAGE_SIZE + 1))',
    was: '1',
    becomes: '2',
    reason: ONE_MORE,
  },
  {
    path: 'domain/rentals/panel-list.ts',
    line: ".orderBy('r.created_at', 'desc')",
    was: ".orderBy('r.id', 'desc')",
    becomes: '',
    reason: COUNTED,
  },
  {
    path: 'domain/rentals/panel-list.ts',
    line: '.where(about)',
    was: ".orderBy('r.created_at', 'desc')",
    becomes: '',
    reason: COUNTED,
  },
  {
    path: 'domain/rentals/panel-list.ts',
    line: ".orderBy('r.created_at', 'desc')",
    was: 'desc',
    becomes: 'asc',
    reason: COUNTED,
  },
  {
    path: 'domain/rentals/panel-list.ts',
    line: ".orderBy('r.id', 'desc')",
    was: 'desc',
    becomes: 'asc',
    reason: COUNTED,
  },
  {
    path: 'domain/rentals/rating-reminders.ts',
    line: 'const AT_A_TIME = 200',
    was: '200',
    becomes: '201',
    reason: BATCH,
  },
  {
    path: 'domain/rentals/rating-reminders.ts',
    line: ".orderBy('r.condition_reviewed_at')",
    was: ".orderBy('r.id')",
    becomes: '',
    reason: INDEX,
  },
  {
    path: 'domain/rentals/rating-reminders.ts',
    line: ".select('r.id')",
    was: ".where('r.status', '=', sql.lit('completed' as const))",
    becomes: '',
    reason: 'Only what is completed has been reviewed; the condition is that of the index.',
  },
  {
    path: 'domain/rentals/rental-panel.ts',
    line: "const mover = who.accountType === 'admin' ? 'admin' : 'owner'",
    was: "who.accountType === 'admin'",
    becomes: 'true',
    reason: SAME_MOVES,
  },
  {
    path: 'domain/rentals/rental-panel.ts',
    line: "const mover = who.accountType === 'admin' ? 'admin' : 'owner'",
    was: "who.accountType === 'admin'",
    becomes: 'false',
    reason: SAME_MOVES,
  },
  {
    path: 'domain/rentals/rental-queries.ts',
    line: ".orderBy('r.id', 'desc')",
    was: '.limit(sql.lit(PAGE_SIZE + 1))',
    becomes: '',
    reason: CUT,
  },
  {
    path: 'domain/rentals/rental-queries.ts',
    line: ".orderBy('r.created_at', 'desc')",
    was: ".orderBy('r.id', 'desc')",
    becomes: '',
    reason: INDEX,
  },
  {
    path: 'domain/rentals/rental-queries.ts',
    line: '.limit(sql.lit(PAGE_SIZE + 1))',
    was: '1',
    becomes: '2',
    reason: ONE_MORE,
  },
  {
    path: 'domain/rentals/rental-queries.ts',
    line: ".orderBy('r.id')",
    was: '.limit(sql.lit(100))',
    becomes: '',
    reason: HOLDS_ITEMS,
  },
  {
    path: 'domain/rentals/rental-queries.ts',
    line: '.limit(sql.lit(100))',
    was: '100',
    becomes: '101',
    reason: HOLDS_ITEMS,
  },
  {
    path: 'domain/rentals/rental-queries.ts',
    line: "stage === 'sent-back' && row.sent_back_at",
    was: '&& row.sent_back_at',
    becomes: '',
    reason: 'What is sent back has been sent at some time; the types do not know that.',
  },
  {
    path: 'domain/rentals/rental-records.ts',
    line: ".orderBy('r.id', 'desc')",
    was: '.limit(sql.lit(PAGE + 1))',
    becomes: '',
    reason: CUT,
  },
  {
    path: 'domain/rentals/rental-records.ts',
    line: ".orderBy('r.created_at', 'desc')",
    was: ".orderBy('r.id', 'desc')",
    becomes: '',
    reason: INDEX,
  },
  {
    path: 'domain/rentals/rental-records.ts',
    line: '.limit(sql.lit(PAGE + 1))',
    was: '1',
    becomes: '2',
    reason: ONE_MORE,
  },
  {
    path: 'domain/rentals/rental-search.ts',
    line: 'const MAX_CANDIDATES = 1000',
    was: '1000',
    becomes: '1001',
    reason: BOTH_WAYS,
  },
  {
    path: 'domain/rentals/rental-search.ts',
    line: 'const limit = sql.lit(maxCandidates + 1)',
    was: '1',
    becomes: '2',
    reason: BOTH_WAYS,
  },
  {
    path: 'domain/rentals/rental-search.ts',
    line: "const digits = phoneDigits(words ?? '')",
    was: "?? ''",
    becomes: '',
    reason: 'Without words there is no pattern, and the search has ended.',
  },
  {
    path: 'domain/rentals/rental-search.ts',
    line: 'const byPhone = digits',
    was: 'digits',
    becomes: 'true',
    reason: NO_DIGITS,
  },
  {
    path: 'domain/rentals/rental-search.ts',
    line: ': sql`select null::uuid where false`',
    was: 'false',
    becomes: 'true',
    reason: 'No rental has the id null.',
  },
  {
    path: 'domain/rentals/rental-search.ts',
    line: 'const { items = [], people = [], called = [] } = rows[0] ?? {}',
    was: '?? {}',
    becomes: '',
    reason: 'A statement of arrays alone has one row; the types do not know that.',
  },
  {
    path: 'domain/rentals/rental-search.ts',
    line: 'digits',
    was: 'digits',
    becomes: 'true',
    reason: NO_DIGITS,
  },
  {
    path: 'domain/rentals/renter-calendar.ts',
    line: 'const MAX_RENTALS = 1000',
    was: '1000',
    becomes: '1001',
    reason: BOUND,
  },
  {
    path: 'domain/rentals/renter-calendar.ts',
    line: ".orderBy('r.created_at', 'desc')",
    was: ".orderBy('r.id', 'desc')",
    becomes: '',
    reason: INDEX,
  },
  {
    path: 'domain/rentals/return-reminders.ts',
    line: 'const AT_A_TIME = 200',
    was: '200',
    becomes: '201',
    reason: BATCH,
  },
  {
    path: 'domain/rentals/return-reminders.ts',
    line: '.where(which)',
    was: ".orderBy('end_date')",
    becomes: '',
    reason: INDEX,
  },
]
