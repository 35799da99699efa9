// `npm run doctor`: what is wrong with an installation, and how to mend it.
import { StartProblem } from '#db/embedded/start-problem.ts'
import type { Result } from './doctor/check.ts'
import { examine } from './doctor/examine.ts'
import { withoutSecrets } from './doctor/secrets.ts'
import { readSettings, SettingsProblem } from './settings.ts'

const SECONDS_FOR_CLOSING = 5

let problems = 0

function report({ what, ...found }: Result): void {
  if ('problems' in found) {
    problems += found.problems.length
    for (const sentence of found.problems) say('PROBLEM', what, sentence)
  } else if ('skipped' in found) say('skipped', what, found.skipped)
  else say('ok', what, found.ok)
}

function say(state: string, what: string, text: string): void {
  console.log(withoutSecrets(`${state.padEnd(7)}  ${what}: ${text}`, process.env))
}

try {
  const settings = readSettings(process.env)
  report({ what: 'settings', ok: 'valid' })
  await examine(settings, report)
} catch (error) {
  if (error instanceof SettingsProblem) report({ what: 'settings', problems: error.sentences })
  else if (error instanceof StartProblem) report({ what: 'data folder', problems: [error.message] })
  else throw error
}
console.log(
  problems === 0
    ? '\nNo problems found.'
    : `\n${problems} problem${problems === 1 ? '' : 's'} found.`,
)
process.exitCode = problems === 0 ? 0 : 1
// A check that was given up may still wait for its connection.
setTimeout(() => process.exit(), SECONDS_FOR_CLOSING * 1000).unref()
