import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

export interface MigrationFile {
  readonly name: string
  readonly text: string
  /**
   * Its statements, to be run one at a time outside any transaction, or null: the file is one
   * transaction.
   */
  readonly alone: readonly ConcurrentStatement[] | null
}

/** A statement that does not block writers and has to run outside a transaction. */
export interface ConcurrentStatement {
  readonly kind: 'create' | 'drop'
  readonly index: string
  readonly text: string
}

/** All migrations of this version, the oldest first. */
export async function migrationNames(folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => name.replace('.sql', ''))
}

export async function readMigration(name: string, folder?: string): Promise<MigrationFile> {
  const text = await readFile(join(folder ?? MIGRATIONS_FOLDER, `${name}.sql`), 'utf8')
  return { name, text, alone: readConcurrent(name, text) }
}

const MARKER = /^-- no transaction\b/m
const CONCURRENT =
  /^(?:(create)\s+(?:unique\s+)?|(drop)\s+)index\s+concurrently\s+(?:if\s+exists\s+)?(\w+)\b/i

/**
 * A file marked with `-- no transaction` may only create and drop indexes concurrently: after an
 * interruption these are safe to repeat.
 */
export function readConcurrent(name: string, text: string): ConcurrentStatement[] | null {
  if (!MARKER.test(text)) return null
  const lines = text.split('\n').map((line) => line.split('--')[0])
  const statements = lines.join('\n').split(';')
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const [, create, , index] = CONCURRENT.exec(statement) ?? []
      if (!index) {
        throw new Error(
          `${name}: a migration without a transaction only creates and drops indexes concurrently, not: ${statement.slice(0, 60)}`,
        )
      }
      return { kind: create ? 'create' : 'drop', index, text: statement }
    })
}
