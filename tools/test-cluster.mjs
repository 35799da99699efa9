// `npm run test:cluster`: the shop on a cluster of Debian packages on this machine, whose parts
// are killed, frozen and cut off. `FAILOVERS=5 SEED=…` kills the primary less often, or repeats the
// choices of a run; `npm run test:cluster -- etcd frozen` provokes only these kinds of faults, of
// the list in tools/cluster/options.ts. On Debian, root installs missing packages. If the test fails,
// the logs of the cluster are saved.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { install, root } from '../bin/install.mjs'
import { endWithNpm, forwardingSignals } from '../bin/lifeline.mjs'
import { environmentWithNode } from '../bin/node-24.mjs'
import { main, Problem, say, withProgress } from '../bin/progress.mjs'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { isProgram, isRoot, missingPackages, SYSTEM } from './cluster/needed-packages.mjs'

/** Half a minute. */
const MAX_WAITS = 60

await main(async () => {
  endWithNpm()
  await findOrInstallPackages()
  await install('everything')
  const vitest = join(root, 'node_modules/.bin/vitest')
  const given = process.argv.slice(2)
  const options = given.filter((one) => one.startsWith('-'))
  const kinds = given.filter((one) => !one.startsWith('-'))
  const args = ['run', '--project=cluster', '--maxWorkers=1', ...options]
  const env = { FAULTS: kinds.join(' '), ...environmentWithNode() }
  const path = [env.PATH, ...SYSTEM].filter(Boolean).join(delimiter)
  const folder = mkdtempSync(join(tmpdir(), 'hemline-'))
  // PostgreSQL does not run as root, and its user needs access.
  chmodSync(folder, 0o755)
  const child = spawnWatched(vitest, args, {
    cwd: root,
    env: { ...env, PATH: path, TMPDIR: folder },
    graceSeconds: 120,
  })
  const ended = child.ended.then(async ({ code }) => {
    await waitUntilUnused(folder)
    if (code !== 0) saveLogs(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    return code ?? 1
  })
  return await forwardingSignals(() => child.stop(), ended)
})

/** Moves the logs of Patroni with PostgreSQL, etcd, HAProxy, PgBouncer and the apps to a new folder. */
function saveLogs(folder) {
  const logs = readdirSync(folder, { recursive: true }).filter(
    (name) => name.startsWith('hemline-cluster-') && name.endsWith('.log'),
  )
  if (logs.length === 0) return
  const saved = mkdtempSync(join(tmpdir(), 'hemline-cluster-logs-'))
  for (const name of logs) renameSync(join(folder, name), join(saved, basename(name)))
  say(`The logs of the cluster are in ${saved}`)
}

/** Waits until the cluster has ended, which takes some seconds after Ctrl-C. */
async function waitUntilUnused(folder) {
  for (let waits = 0; waits < MAX_WAITS && isUsed(folder); waits += 1) await pause(500)
}

/** Whether the command line of any process names the folder. */
function isUsed(folder) {
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  })
}

async function findOrInstallPackages() {
  const missing = missingPackages()
  if (missing.length === 0) return
  if (isRoot && isProgram('apt-get')) {
    await withProgress(`Installing ${missing.join(', ')} with apt`, () => installWithApt(missing))
    if (missingPackages().length === 0) return
  }
  throw new Problem(
    `The test of a cluster needs packages that are missing here: ${missingPackages().join(', ')}. Install them (Debian: apt-get install --no-install-recommends ${missing.join(' ')}), or run this as root.`,
  )
}

async function installWithApt(packages) {
  // At this run level, installed services are not started.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const child = spawnWatched('apt-get', ['-qq', ...args], { env, output: 'ignore' })
    await forwardingSignals(() => child.stop(), child.ended)
  }
}
