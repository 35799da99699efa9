// `npm test`. Plain JavaScript for Node 20: it runs before packages are installed.
import { join } from 'node:path'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { install, root } from './install.mjs'
import { endWithNpm, forwardingSignals } from './lifeline.mjs'
import { environmentWithNode } from './node-24.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  // One test generates an API client; the generator's compiler must not be installed with the shop.
  await install('everything', join(root, 'test/generator'))
  const env = environmentWithNode()
  const child = spawnWatched(join(root, 'bin/ci'), process.argv.slice(2), { cwd: root, env })
  const { code } = await forwardingSignals(() => child.stop(), child.ended)
  return code ?? 1
})
