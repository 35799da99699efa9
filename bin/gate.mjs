import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { handingOnSignals } from './lifeline.mjs'
import { environmentWithNode } from './node-24.mjs'
import { Problem, say } from './progress.mjs'
import { countTests } from './test-count.mjs'

const reports = join(root, '.cache/test-reports')

/**
 * Runs the steps one after the other and stops at the first that fails. Answers the exit code.
 * `wanted`: `--fast`, or the names of steps, or nothing for all.
 */
export async function runGate(steps, wanted) {
  const chosen = choose(steps, wanted)
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const began = Date.now()
  const times = []
  let isGreen = true
  for (const [index, step] of chosen.entries()) {
    say(`\n── ${index + 1}/${chosen.length} ${step.name}`)
    const started = Date.now()
    const passed = await runStep(step)
    times.push(`${step.name} ${secondsSince(started)} s`)
    if (!passed) {
      isGreen = false
      say(`\n✗ ${step.name} failed; run it alone with: bin/ci ${step.name}`)
      break
    }
  }
  const { passed, failed } = countTests(reports)
  say(`\n${times.join(', ')}: ${secondsSince(began)} s in all`)
  say(
    `${isGreen ? '✓' : '✗'} ${times.length} of ${chosen.length} steps run, ${passed} tests passed, ${failed} failed`,
  )
  return isGreen && failed === 0 ? 0 : 1
}

function choose(steps, wanted) {
  if (wanted.length === 0) return steps
  if (wanted.includes('--fast')) return steps.filter(({ fast }) => fast)
  return wanted.map((name) => {
    const step = steps.find((one) => one.name === name)
    if (!step)
      throw new Problem(`No step is named ${name}: ${steps.map((one) => one.name).join(', ')}.`)
    return step
  })
}

async function runStep({ name, run, tests }) {
  const [command, ...args] = run ?? [
    'vitest',
    'run',
    `--project=${tests}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${name}.json`)}`,
  ]
  const child = spawn(command, args, { cwd: root, env: environmentWithNode(), stdio: 'inherit' })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code))
  })
  return (await handingOnSignals((signal) => child.kill(signal), ended)) === 0
}

function secondsSince(time) {
  return ((Date.now() - time) / 1000).toFixed(1)
}
