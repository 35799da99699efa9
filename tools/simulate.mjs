// `npm run simulate`: random actions on everything that moves money, compared with a model.
// `SEED=… STEPS=… npm run simulate` repeats a run; without STEPS it has 100,000 actions.
import { join } from 'node:path'
import { install, root } from '../bin/install.mjs'
import { endWithNpm, forwardingSignals } from '../bin/lifeline.mjs'
import { environmentWithNode } from '../bin/node-24.mjs'
import { main } from '../bin/progress.mjs'
import { spawnWatched } from '../db/embedded/watched-child.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  const env = { STEPS: '100000', ...environmentWithNode() }
  const vitest = join(root, 'node_modules/.bin/vitest')
  const args = ['run', '--project=simulation', '--bail=1', ...process.argv.slice(2)]
  const child = spawnWatched(vitest, args, { cwd: root, env })
  const { code } = await forwardingSignals(() => child.stop(), child.ended)
  return code ?? 1
})
