// `npm run test:orders`: records what 50 people ask the shop and are answered while the app and
// PostgreSQL are killed, and the primary of a cluster, and searches for an order of the requests on
// each thing that explains every answer: items with their waitlists, wallets, deposits, gift codes,
// plans and earnings. `KILLS=50 PG_KILLS=5 FAILOVERS=2 PEOPLE=20 SEED=…` kills less often, with fewer
// people, or repeats the choices of a run; `-- killed` and `-- failovers` run one half. `-- --planted`
// checks the checker: it makes the shop wrong in fourteen ways, each of which has to be found within a
// minute.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { install, root } from '../bin/install.mjs'
import { endWithNpm, forwardingSignals } from '../bin/lifeline.mjs'
import { environmentWithNode } from '../bin/node-24.mjs'
import { main, say } from '../bin/progress.mjs'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { missingPackages, SYSTEM } from './cluster/needed-packages.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  const given = process.argv.slice(2)
  const isPlanted = given.includes('--planted')
  const named = given.filter((one) => one !== '--planted')
  const missing = missingPackages()
  const canFailOver = missing.length === 0
  if (!isPlanted && !canFailOver)
    say(`No failovers: these packages of Debian are missing here: ${missing.join(', ')}`)
  const all = ['killed', ...(canFailOver ? ['failovers'] : [])]
  const parts = isPlanted ? ['planted'] : named.length > 0 ? named : all
  const files = parts.map((part) => `tools/orders/${part}`)
  const folder = mkdtempSync(join(tmpdir(), 'hemline-'))
  // PostgreSQL does not run as root, and its user needs access.
  chmodSync(folder, 0o755)
  const env = environmentWithNode()
  const path = [env.PATH, ...SYSTEM].filter(Boolean).join(delimiter)
  const vitest = join(root, 'node_modules/.bin/vitest')
  const child = spawnWatched(vitest, ['run', '--project=orders', '--maxWorkers=1', ...files], {
    cwd: root,
    env: { ...env, PATH: path, TMPDIR: folder },
    graceSeconds: 120,
  })
  const { code } = await forwardingSignals(() => child.stop(), child.ended)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  return code ?? 1
})
