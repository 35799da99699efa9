import { nounOf } from './noun-rules.ts'
import type { Rule } from './rules.ts'
import type { SourceFile } from './source-files.ts'
import { UNNAMED_TABLE } from './table-writes.ts'

// A table belongs to the noun that writes its rows; other nouns call a part of that noun. The
// authentication package also writes its tables, through the adapter that `people` gives it.

/** The noun of a file in domain/, and the top folder of any other file. */
function writerOf(path: string): string {
  const [folder = ''] = path.split('/')
  return folder === 'domain' ? nounOf(path) : folder
}

type Exception = {
  readonly table: string
  readonly writer: string
  readonly reason: string
}

/** Other writers of a table besides its noun, with reasons. */
const exceptions: readonly Exception[] = [
  {
    table: 'disputes',
    writer: 'deposits',
    reason:
      'What becomes free again in a deposit first reduces what a lost dispute has cost us, in the step that also decides what goes back. Disputes call deposits, so deposits cannot call disputes.',
  },
  {
    table: 'audit_log',
    writer: 'server',
    reason:
      'A command of the operator loads archived lines back, unchanged, where an existing partition has their time.',
  },
]

/** These fill all tables of an empty database, with demo data or from a backup. */
const fillsAnEmptyDatabase = /^(demo\/|db\/backup-tables\.ts$)/

/** Has a database schema of its own. */
const hasItsOwnTables = /^packages\//

/** Each table is written by one noun. */
export const tablesHaveOneWriter: Rule = (files) => {
  const writers = new Map<string, Map<string, SourceFile>>()
  const faults: string[] = []
  const looked = files.filter(
    ({ path, isTest }) =>
      !isTest && !fillsAnEmptyDatabase.test(path) && !hasItsOwnTables.test(path),
  )
  for (const file of looked)
    for (const table of file.writes) {
      if (table === UNNAMED_TABLE) faults.push(`${file.path} writes to ${table}`)
      const writer = writerOf(file.path)
      if (exceptions.some((one) => one.table === table && one.writer === writer)) continue
      const known = writers.get(table) ?? new Map<string, SourceFile>()
      writers.set(table, known.set(writer, file))
    }
  const shared = [...writers].filter(([, by]) => by.size > 1)
  return [
    ...faults,
    ...shared.map(
      ([table, by]) =>
        `${table} is written by ${[...by].map(([writer, { path }]) => `${writer} (${path})`).join(' and ')}`,
    ),
  ]
}

/** Finds exceptions that are not used any more. */
export const exceptionsAreUsed: Rule = (files) =>
  exceptions
    .filter(
      ({ table, writer }) =>
        !files.some((file) => writerOf(file.path) === writer && file.writes.includes(table)),
    )
    .map(({ table, writer }) => `${writer} does not write ${table} any more`)
