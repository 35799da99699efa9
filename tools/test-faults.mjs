// `npm run test:faults`: kills the app and PostgreSQL at random, loses responses, makes services
// and the disk unavailable and lets clocks jump, then compares the data with what was acknowledged.
// `KILLS=100 SEED=…` kills less often, or repeats the choices of a run. Then runs the fault tests
// of `npm test`, cut off at every message. Arguments choose files, such as `app-killed` or
// `test/faults/deposit`.
import { join } from 'node:path'
import { install, root } from '../bin/install.mjs'
import { endWithNpm, forwardingSignals } from '../bin/lifeline.mjs'
import { environmentWithNode } from '../bin/node-24.mjs'
import { main } from '../bin/progress.mjs'
import { spawnWatched } from '../db/embedded/watched-child.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  const vitest = join(root, 'node_modules/.bin/vitest')
  // One file at a time, because recovery is measured.
  const projects = ['--project=long-faults', '--project=faults']
  const args = ['run', ...projects, '--maxWorkers=1', ...process.argv.slice(2)]
  const env = { EVERY_MESSAGE: '1', ...environmentWithNode() }
  const child = spawnWatched(vitest, args, { cwd: root, env })
  const { code } = await forwardingSignals(() => child.stop(), child.ended)
  return code ?? 1
})
