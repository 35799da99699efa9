import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageTurns } from './coverage-turns.ts'
import { mutantTurns } from './mutant-turns.ts'
import { type Line, readPlan } from './plan.ts'

/** One run of a test file by the vitest runner. */
export interface Turn {
  readonly file: string
  /** Milliseconds for each test. */
  readonly timeout: number
  readonly wants: (name: string) => boolean
  /** Whether the remaining tests can be skipped. */
  readonly isOver?: () => boolean
  readonly onImport?: () => void
  readonly onTest?: (name: string) => void
  /** `failure` is null for a test that passed. */
  readonly onTested?: (name: string, milliseconds: number, failure: string | null) => void
  /** `failure` may also come from the file itself, outside its tests. */
  readonly onEnd?: (failure: string | null) => void
}

const plan = readPlan(process.env.MUTATION_PLAN ?? '')

function write(line: Line): void {
  appendFileSync(process.env.MUTATION_LINES ?? '', `${JSON.stringify(line)}\n`)
}

const turns = plan.kind === 'coverage' ? coverageTurns(plan, write) : mutantTurns(plan.tasks, write)

export async function nextTurn(): Promise<Turn | null> {
  const { value } = await turns.next()
  return value ? { ...value, file: join(process.cwd(), value.file) } : null
}
