import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { root } from './install.mjs'
import { handingOnSignals } from './lifeline.mjs'
import { environmentWithNode } from './node-24.mjs'
import { Problem, say } from './progress.mjs'
import { countTests } from './test-count.mjs'

/** For what hangs: a slow machine with other work takes half of it. */
const longestStepSeconds = 1_800

/**
 * Runs the steps one after the other and stops at the first that fails. Returns the exit code.
 * Consecutive test steps become one run, so that files run in parallel. `wanted`: `--fast`, or
 * names of steps, or nothing for all. TEST_REPORTS names a folder for vitest's reports.
 */
export async function runGate(steps, wanted) {
  const chosen = oneRunOfTests(choose(steps, wanted))
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
  let problem = null
  for (const [index, step] of steps.entries()) {
    say(`\n── ${index + 1}/${steps.length} ${step.name}`)
    const started = Date.now()
    problem = await runStep(step, reports)
    times.push(`${step.name} ${secondsSince(started)} s`)
    if (problem) break
  }
  const { passed, failed, failures } = countTests(reports)
  const isGreen = !problem && failed === 0
  say(`\n${times.join(', ')}: ${secondsSince(began)} s in total`)
  for (const failure of failures) say(failure)
  if (problem) say(problem)
  say(
    `${isGreen ? '✓' : '✗'} ${times.length} of ${steps.length} steps run, ${passed} tests passed, ${failed} failed`,
  )
  return isGreen ? 0 : 1
}

function choose(steps, wanted) {
  if (wanted.length === 0) return steps
  if (wanted.includes('--fast')) return steps.filter(({ fast }) => fast)
  return wanted.map((name) => {
    const step = steps.find((one) => one.name === name)
    const names = steps.map((one) => one.name).join(', ')
    if (!step) throw new Problem(`Unknown step ${name}. Steps: ${names}.`)
    return step
  })
}

function oneRunOfTests(steps) {
  const runs = []
  for (const { name, run, tests } of steps) {
    const last = runs.at(-1)
    if (run || !last?.projects) runs.push({ name, run, projects: tests && [tests] })
    else runs.splice(-1, 1, { name: `${last.name} ${name}`, projects: [...last.projects, tests] })
  }
  return runs
}

/** Returns what went wrong, or null. */
async function runStep({ name, run, projects }, reports) {
  const [command, ...args] = run ?? [
    'vitest',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${name.replaceAll(' ', '-')}.json`)}`,
  ]
  const child = spawnWatched(command, args, { cwd: root, env: environmentWithNode() })
  let isTooLong = false
  const limit = setTimeout(() => {
    isTooLong = true
    child.stop()
  }, longestStepSeconds * 1000)
  const { code } = await handingOnSignals(() => child.stop(), child.ended)
  clearTimeout(limit)
  if (isTooLong) return `✗ ${name} was stopped after ${longestStepSeconds} s.`
  return code === 0 ? null : `✗ ${name} failed; to run it alone: bin/ci ${name}`
}

function secondsSince(time) {
  return ((Date.now() - time) / 1000).toFixed(1)
}
