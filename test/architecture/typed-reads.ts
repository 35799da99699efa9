import type { Rule } from './rules.ts'
import type { SourceFile } from './source-files.ts'

// The query builder infers the types of reads from the tables. Where a read needs plain SQL, its
// type is written by hand and unchecked: such reads are listed here, with their number in each file
// and the reason. Each number must be exact, and their total is the maximum: both may only be
// lowered.

const MAX_READS = 17

type Listed = readonly [path: string, reads: number, reason: string]

const listed: readonly Listed[] = [
  [
    'domain/money/checkout/refunding/refund-purchase.ts',
    1,
    'Two lateral sums, the second over a column of a join between them.',
  ],
  [
    'domain/accounts/closets/earnings.ts',
    3,
    'Sums over earnings by month and item, from one part that all three statements repeat.',
  ],
  [
    'domain/money/credits/spend.ts',
    1,
    'Window sums choose the lots, and two inserts follow, in one statement.',
  ],
  ['domain/site/home/home.ts', 1, 'A recursive walk from word to word in an index.'],
  [
    'domain/catalogue/items/group-items.ts',
    1,
    'A set of arrays unnested side by side, with a limit of its own for each row.',
  ],
  [
    'domain/catalogue/items/listing/holidays.ts',
    1,
    'JSON of a limited list, with a count and a digest of all of it.',
  ],
  [
    'domain/catalogue/items/listed-counts.ts',
    1,
    'A union of two ordered lists, each with its own limit, under a collation.',
  ],
  ['domain/admin/audit/audit-log.ts', 1, 'A recursive walk from pair to pair in an index.'],
  [
    'domain/admin/exports/exports.ts',
    2,
    'Every export is one list of texts; what stands in it is cast and joined in SQL.',
  ],
  ['domain/admin/figures/income.ts', 1, 'Sums over a union of four kinds of payments by month.'],
  [
    'domain/admin/figures/overview.ts',
    1,
    'Figures of ten tables in one row, two of them from one pass over a table.',
  ],
  [
    'domain/booking/rentals/lists/closet-board.ts',
    1,
    'The place of a rental within its group, by a window.',
  ],
  [
    'domain/booking/rentals/lists/rental-search.ts',
    1,
    'Three lists of ids, each cut at its own limit, as arrays.',
  ],
  [
    'server/jobs/sweep-dead-jobs.ts',
    1,
    'Private tables of the job queue, whose types we do not generate.',
  ],
]

const isLookedAt = ({ path, isTest }: SourceFile) =>
  !isTest && /^(app|db|demo|domain|gateways|server)\//.test(path)

const numberListed = (path: string) => listed.find(([known]) => known === path)?.[1] ?? 0

/** Rows of plain SQL statements have hand-written types only in listed files. */
const readsAreTyped: Rule = (files) =>
  files
    .filter(isLookedAt)
    .filter(({ path, rowTypes }) => rowTypes.length > numberListed(path))
    .map(
      ({ path, rowTypes }) =>
        `${path} types the rows of ${rowTypes.length} statements by hand: ${rowTypes.join(', ')}`,
    )

/** The list has no more reads than the files, and their total is the maximum. */
export const listedReadsAreThere: Rule = (files) => [
  ...listed.flatMap(([path, reads]) => {
    const found = files.find((file) => file.path === path)?.rowTypes.length ?? 0
    return found < reads ? [`${path} has ${found} such reads; the list says ${reads}`] : []
  }),
  ...totalProblems(listed.reduce((sum, [, reads]) => sum + reads, 0)),
]

function totalProblems(total: number): string[] {
  if (total > MAX_READS) return [`the list has ${total} reads; the maximum is ${MAX_READS}`]
  return total < MAX_READS ? [`the list has ${total} reads: lower the maximum to that`] : []
}

/** Reads name their columns, so that a new column of a table appears in none of them. */
const columnsAreNamed: Rule = (files) =>
  files
    .filter(isLookedAt)
    .flatMap(({ path, readsAllColumns }) => readsAllColumns.map((one) => `${path} reads ${one}`))

/** The rules, each with code that must violate it. */
export const typedReadRules: readonly [
  string,
  Rule,
  ...(readonly [path: string, text: string])[],
][] = [
  [
    'reads are typed by the query builder, except those that are listed',
    readsAreTyped,
    ['domain/catalogue/items/items.ts', 'sql<{ n: number }>`select count(*) as n from likes`'],
    ['domain/catalogue/items/items.ts', 'sql<Row>`with item as (select 1) select id from item`'],
    ['domain/catalogue/items/items.ts', 'sql<Record<string, number>>`values (1)`'],
    ['server/jobs/jobs.ts', 'sql<Job>`\n  delete from jobs returning id`'],
  ],
  [
    'columns are named',
    columnsAreNamed,
    ['domain/catalogue/items/items.ts', "db.selectFrom('likes').selectAll()"],
    ['domain/catalogue/items/items.ts', 'sql`select * from likes`'],
    ['domain/catalogue/items/items.ts', 'sql`select i.id, p.* from likes i join people p on true`'],
  ],
]
