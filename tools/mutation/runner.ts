import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import { install } from './switches.ts'
import { nextTurn, type Turn } from './turns.ts'
import { runNext } from './worker-state.ts'

install()

/**
 * Runs test files repeatedly in one warm process, each time with another mutant of the plan. The
 * report of vitest itself is not used.
 */
export default class MutationRunner extends TestRunner {
  #turn: Turn | null = null

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file)
    this.#turn?.onImport?.()
  }

  onCollected(files: RunnerTestFile[]): void {
    for (const test of files.flatMap(testsIn))
      if (this.#turn?.wants(test.fullTestName) === false) test.mode = 'skip'
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.#turn?.isOver?.()) test.mode = 'skip'
    await super.onBeforeRunTask(test)
    if (test.mode !== 'skip') this.#turn?.onTest?.(test.fullTestName)
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    const { duration = 0 } = test.result ?? {}
    if (test.mode !== 'skip') this.#turn?.onTested?.(test.fullTestName, duration, failureOf(test))
  }

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files)
    this.#turn?.onEnd?.(files.map(failureOf).find((failure) => failure !== null) ?? null)
    this.#turn = await nextTurn()
    if (this.#turn === null) return
    this.config.testTimeout = this.#turn.timeout
    runNext(this.#turn.file)
  }
}

function testsIn(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'test' ? [task] : task.tasks.flatMap(testsIn)
}

function failureOf({ result }: RunnerTask): string | null {
  return result?.state === 'fail' ? (result.errors?.[0]?.message ?? 'It failed.') : null
}
