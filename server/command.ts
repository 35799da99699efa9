import { StartProblem } from '#db/embedded/start-problem.ts'
import { SettingsProblem } from './settings.ts'

/** Runs what a command of ours does; what has a sentence ends it with that. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isExplained = error instanceof StartProblem || error instanceof SettingsProblem
    console.error(isExplained ? error.message : error)
    process.exitCode = 1
  }
}

export function say(line: string): void {
  console.log(line)
}
