// What `npm run test:faults` runs: the app and PostgreSQL killed at random, answers lost, services and
// the disk unavailable, clocks that jump; compared with what was acknowledged. `KILLS=100 SEED=…`
// kills less often, or repeats the choices of a run. Then the stories of `npm test`, cut at every one of
// their messages. Arguments choose files, such as `app-killed` or `test/faults/deposit`.
import { join } from 'node:path'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { install, root } from './install.mjs'
import { endWithNpm, handingOnSignals } from './lifeline.mjs'
import { environmentWithNode } from './node-24.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  const vitest = join(root, 'node_modules/.bin/vitest')
  // One after the other: recovery is measured.
  const projects = ['--project=long-faults', '--project=faults']
  const args = ['run', ...projects, '--maxWorkers=1', ...process.argv.slice(2)]
  const env = { EVERY_MESSAGE: '1', ...environmentWithNode() }
  const child = spawnWatched(vitest, args, { cwd: root, env })
  const { code } = await handingOnSignals(() => child.stop(), child.ended)
  return code ?? 1
})
