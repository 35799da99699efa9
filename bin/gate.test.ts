import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['bin/ci', ...args], { encoding: 'utf8' })

test('bin/ci --help lists the steps and runs none', () => {
  const { status, stdout } = run('--help')
  expect(status).toBe(0)
  expect(stdout).toContain('\n  domain ')
  expect(stdout).toContain('\n  lifecycle ')
  expect(stdout).not.toContain('steps run')
})

test('an unknown step or option names the steps and runs none', () => {
  for (const wanted of ['domains', '--halp']) {
    const { status, stdout, stderr } = run(wanted)
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain(`Unknown step ${wanted}. Steps: route-types, types,`)
  }
})

test('the formatter prints no colors into a log', () => {
  expect(run('--help').stdout).toContain('biome ci --error-on-warnings --colors=off .')
})
