import { StartProblem } from '#db/embedded/start-problem.ts'
import { type Database, migrateDatabase, openDatabase } from '#server/data/database.ts'
import { freeJobsOfEarlierPrograms } from '#server/jobs/worker-heartbeat.ts'
import { type Settings, SettingsProblem } from '#server/settings/settings.ts'

const SHUTDOWN_TIMEOUT_SECONDS = 40

/** The lifetime of one of our processes. At the end, what was started last closes first. */
export type Lifetime = {
  readonly closeAtEnd: (close: () => Promise<void>) => void
  readonly isEnding: () => boolean
  readonly end: (code: number) => Promise<void>
  /** Runs the start; an error ends the process with a message. */
  readonly start: (work: () => Promise<void>) => Promise<void>
}

/** @param onStop called first when a signal ends the process */
export function createLifetime(onStop: () => void = () => say('Stopping …')): Lifetime {
  const toClose: (() => Promise<void>)[] = []
  let ending = false
  const end = async (code: number) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_SECONDS * 1000).unref()
    for (const close of toClose.reverse()) await close().catch(console.error)
    process.exit(code)
  }
  stopOnSignal(onStop, end)
  return {
    closeAtEnd: (close) => void toClose.push(close),
    isEnding: () => ending,
    end,
    start: async (work) => {
      try {
        await work()
      } catch (error) {
        // Errors during shutdown are expected.
        if (!ending && isExplained(error)) printProblem(error.message)
        else if (!ending) console.error(error)
        await end(1)
      }
    },
  }
}

/** The migrated database of a process, which ends when its database cannot be kept running. */
export async function openDatabaseFor(life: Lifetime, settings: Settings): Promise<Database> {
  const database = await openDatabase(settings, say)
  life.closeAtEnd(database.close)
  void database.lost.then((sentence) => {
    if (!life.isEnding()) printProblem(`${sentence} Hemline is shutting down. Start it again.`)
    return life.end(1)
  })
  await migrateDatabase(database, say)
  if (settings.database.kind === 'embedded') await freeJobsOfEarlierPrograms(database.directTarget)
  return database
}

function stopOnSignal(onStop: () => void, end: (code: number) => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, onStop)
    process.on(signal, () => void end(0))
  }
  // The channel to the process that started this one closes when that is killed.
  process.on('disconnect', () => void end(1))
  if (process.send && !process.connected) void end(1)
  process.on('uncaughtException', (error) => {
    console.error(error)
    void end(1)
  })
  // The reader of our output may have ended; that is no reason to crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

function isExplained(error: unknown): error is Error {
  return error instanceof SettingsProblem || error instanceof StartProblem
}

export function say(line: string): void {
  console.log(line)
}

/** Prints a sentence as it is, past the log. */
function printProblem(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
