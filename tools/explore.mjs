// `npm run explore`: Bombadil walks the shop as a visitor, a shopper, a closet and an admin, on a
// phone and on a desktop, and checks our properties in every state. `SEED=… STATES=… npm run explore`
// repeats the choices of a run; without STATES it has 20,000 states. `ROLE=shopper WIDTH=390` takes
// only these walks.
import { join } from 'node:path'
import { build } from '../bin/build.mjs'
import { install, root } from '../bin/install.mjs'
import { endWithNpm, runProgram } from '../bin/lifeline.mjs'
import { main } from '../bin/progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  await install('everything', join(root, 'tools/explore/bombadil'))
  return runProgram('tools/explore/explore.ts', [await build()], { NODE_ENV: 'production' })
})
