import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { SettingsProblem } from '#server/settings/settings.ts'

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

/** Parses the arguments of a command; an unknown argument ends it with its usage. */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch {
    throw new StartProblem(usage)
  }
}

export function say(line: string): void {
  console.log(line)
}
