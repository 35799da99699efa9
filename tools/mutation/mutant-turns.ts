import type { Line, MutantLine, Task, TestsOfFile } from './plan.ts'
import { switches } from './switches.ts'
import type { Turn } from './turns.ts'
import { forgetModules } from './worker-state.ts'

const TEST_TIMEOUT = 20_000

/** Runs the tests of each mutant, file by file, until one fails. */
export async function* mutantTurns(
  tasks: readonly Task[],
  write: (line: Line) => void,
): AsyncGenerator<Turn, undefined> {
  for (const task of tasks) {
    const { path, hash, number } = task
    write({ kind: 'begun', path, hash, number })
    const passed = [...task.passed]
    let killer: MutantLine['killer']
    for (const tests of likeliestFirst(task)) {
      yield* baselineTurns(tests)
      const usable = tests.names.filter((name) => passesUnmutated.get(keyOf(tests, name)))
      if (usable.length === 0) continue
      const kill = (name: string, failure: string) => {
        const { file, hash } = tests
        killer ??= { file, hash, name, failure: failure.split('\n', 1)[0]?.slice(0, 200) ?? '' }
      }
      if (task.isStatic) forgetModules()
      Object.assign(switches, { active: { path, number }, reached: 0, limit: task.limit })
      yield {
        file: tests.file,
        timeout: TEST_TIMEOUT,
        wants: (name) => usable.includes(name),
        isOver: () => killer !== undefined,
        onTested: (name, _, failure) => {
          if (failure !== null) kill(name, failure)
        },
        onEnd: (failure) => {
          switches.active = null
          if (failure !== null) kill('', failure)
        },
      }
      if (task.isStatic) forgetModules()
      if (killer) break
      passed.push(tests)
    }
    if (killer) countKill(path, killer.file)
    write({
      ...{ kind: 'mutant', path, hash, number, outcome: killer ? 'killed' : 'survived', killer },
      passed: passed.map(({ file, hash }) => ({ file, hash })),
    })
  }
}

/** Whether a test passes in this process without a mutant. Other tests cannot kill one. */
const passesUnmutated = new Map<string, boolean>()

const keyOf = ({ file }: TestsOfFile, name: string) => `${file} > ${name}`

/**
 * Runs tests once without a mutant. This also creates what tests share, such as databases that are
 * filled once per run, which no mutant may influence.
 */
async function* baselineTurns(tests: TestsOfFile): AsyncGenerator<Turn, undefined> {
  const unknown = tests.names.filter((name) => !passesUnmutated.has(keyOf(tests, name)))
  if (unknown.length === 0) return
  yield {
    file: tests.file,
    timeout: TEST_TIMEOUT * 3,
    wants: (name) => unknown.includes(name),
    onTested: (name, _, failure) => void passesUnmutated.set(keyOf(tests, name), failure === null),
    onEnd: (failure) => {
      for (const name of unknown)
        if (!passesUnmutated.has(keyOf(tests, name)))
          passesUnmutated.set(keyOf(tests, name), failure === null)
    },
  }
}

/** How many mutants of a path each test file has killed: it probably kills the next ones too. */
const kills = new Map<string, number>()

function countKill(path: string, file: string): void {
  const key = `${path} ${file}`
  kills.set(key, (kills.get(key) ?? 0) + 1)
}

function likeliestFirst({ path, tests }: Task): TestsOfFile[] {
  const killsOf = ({ file }: TestsOfFile) => kills.get(`${path} ${file}`) ?? 0
  return tests.toSorted((a, b) => killsOf(b) - killsOf(a))
}
