import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { root } from './install.mjs'
import { forwardingSignals } from './lifeline.mjs'
import { environmentWithNode } from './node-24.mjs'
import { Problem, say } from './progress.mjs'
import { countTests } from './test-count.mjs'

/** Only ends steps that hang: a slow machine with other work takes two thirds of it. */
const maxStepSeconds = 3_600

/**
 * Runs the steps in sequence, those `beside` another at the same time, and stops at the first that
 * fails. Returns the exit code. Consecutive test steps become one run, so that their files run in
 * parallel; tests `beside` others are a separate run with at most `workers`. `wanted`: `--fast`,
 * names of steps, `--help`, or nothing for all. TEST_REPORTS names a folder for vitest's reports.
 */
export async function runGate(steps, wanted) {
  if (wanted.includes('--help')) return list(steps)
  const chosen = mergeTestSteps(choose(steps, wanted))
  const stored = process.env.TEST_REPORTS
  const reports = stored ?? mkdtempSync(join(tmpdir(), 'hemline-reports-'))
  mkdirSync(reports, { recursive: true })
  try {
    return await runAll(chosen, reports)
  } finally {
    if (!stored) rmSync(reports, { recursive: true, force: true })
  }
}

async function runAll(steps, reports) {
  const began = Date.now()
  const times = []
  const problems = []
  const timed = async (step, output) => {
    const started = Date.now()
    const { problem, text } = await runStep(step, reports, output)
    times.push(`${step.name} ${secondsSince(started)} s`)
    if (output === 'pipe') say(`${problem ? '✗' : '✓'} ${step.name}\n${text}`.trimEnd())
    if (problem) problems.push(problem)
  }
  for (const group of groupsOf(steps)) {
    const numbers = group.map((step) => steps.indexOf(step) + 1)
    const names = group.map(({ name }) => name)
    say(`\n── ${numbers.join(', ')}/${steps.length} ${names.join(', ')}`)
    // The output of concurrent steps would be mixed: only tests are shown as they run, other steps
    // at their end.
    const together = group.length > 1
    const output = (step) => (together && (step.beside || !step.projects) ? 'pipe' : 'inherit')
    await Promise.all(group.map((step) => timed({ ...step, together }, output(step))))
    if (problems.length > 0) break
  }
  const { passed, failed, failures } = countTests(reports)
  const isGreen = problems.length === 0 && failed === 0
  say(`\n${times.join(', ')}: ${secondsSince(began)} s in total`)
  for (const failure of failures) say(failure)
  for (const problem of problems) say(problem)
  say(
    `${isGreen ? '✓' : '✗'} ${times.length} of ${steps.length} steps run, ${passed} tests passed, ${failed} failed`,
  )
  return isGreen ? 0 : 1
}

function list(steps) {
  say('Usage: bin/ci [STEP …]. Without a name, it runs every step:')
  for (const { name, run, tests } of steps)
    say(`  ${name.padEnd(16)}${run?.join(' ') ?? `vitest run --project=${tests}`}`)
  return 0
}

function choose(steps, wanted) {
  if (wanted.length === 0) return steps
  if (wanted.includes('--fast'))
    return steps.filter(({ fast }) => fast).map((step) => ({ ...step, ...step.fast }))
  return wanted.map((name) => {
    const step = steps.find((one) => one.name === name)
    const names = steps.map((one) => one.name).join(', ')
    if (!step) throw new Problem(`Unknown step ${name}. Steps: ${names}.`)
    return step
  })
}

function mergeTestSteps(steps) {
  const runs = []
  for (const { name, tests, ...rest } of steps) {
    const last = runs.at(-1)
    if (rest.run || rest.beside || !last?.projects)
      runs.push({ name, ...rest, projects: tests && [tests] })
    else runs.splice(-1, 1, { name: `${last.name} ${name}`, projects: [...last.projects, tests] })
  }
  return runs
}

function groupsOf(steps) {
  const groups = []
  for (const step of steps) {
    if (step.beside && groups.length > 0) groups.at(-1).push(step)
    else groups.push([step])
  }
  return groups
}

/** Returns the problem or null, and the output if it was piped. */
async function runStep({ name, run, env, projects, workers, together }, reports, output) {
  const [command, ...args] = run ?? [
    'vitest',
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...(workers && together ? [`--maxWorkers=${workers}`] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${name.replaceAll(' ', '-')}.json`)}`,
  ]
  const child = spawnWatched(command, args, {
    cwd: root,
    env: { ...environmentWithNode(), ...env },
    output,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part) => {
      text += part
    })
  let isTooLong = false
  const limit = setTimeout(() => {
    isTooLong = true
    child.stop()
  }, maxStepSeconds * 1000)
  const { code } = await forwardingSignals(() => child.stop(), child.ended)
  clearTimeout(limit)
  const why = isTooLong
    ? `was stopped after ${maxStepSeconds} s.`
    : `failed; to run it alone: bin/ci ${name}`
  return { problem: code === 0 ? null : `✗ ${name} ${why}`, text }
}

function secondsSince(time) {
  return ((Date.now() - time) / 1000).toFixed(1)
}
