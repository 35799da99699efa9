import { StartProblem } from '#db/embedded/start-problem.ts'
import { SettingsProblem } from './settings.ts'

/** Runs the main function of a command; an expected error ends it with its message. */
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
