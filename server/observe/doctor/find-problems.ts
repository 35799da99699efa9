import { StartProblem } from '#db/embedded/start-problem.ts'
import type { Environment } from '#server/settings/given.ts'
import { readSettings, SettingsProblem } from '#server/settings/settings.ts'
import type { Result } from './check.ts'
import { examine } from './examine.ts'
import { withoutSecrets } from './secrets.ts'

/** Prints what is wrong with an installation, and what is fine; returns how many problems it has. */
export async function findProblems(
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  let problems = 0
  const say = (state: string, what: string, text: string) =>
    print(withoutSecrets(`${state.padEnd(7)}  ${what}: ${text}`, env))
  const report = ({ what, ...found }: Result) => {
    if ('problems' in found) {
      problems += found.problems.length
      for (const sentence of found.problems) say('PROBLEM', what, sentence)
    } else if ('skipped' in found) say('skipped', what, found.skipped)
    else if ('note' in found) say('note', what, found.note)
    else say('ok', what, found.ok)
  }
  try {
    const settings = readSettings(env)
    report({ what: 'settings', ok: 'valid' })
    await examine(settings, report)
  } catch (error) {
    if (error instanceof SettingsProblem) report({ what: 'settings', problems: error.sentences })
    else if (error instanceof StartProblem)
      report({ what: 'data folder', problems: [error.message] })
    else throw error
  }
  print(
    problems === 0
      ? '\nNo problems found.'
      : `\n${problems} problem${problems === 1 ? '' : 's'} found.`,
  )
  return problems
}
