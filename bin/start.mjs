// What `npm start` runs. Plain JavaScript for Node 20: nothing is installed yet at a first start.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('shop')
  const folder = await build()
  return runProgram('server/launch.ts', [folder], { NODE_ENV: 'production' })
})
