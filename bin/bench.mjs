// `npm run bench`: builds the current source and measures it.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  const folder = await build()
  return runProgram('bench/bench.ts', [folder, ...process.argv.slice(2)], {
    NODE_ENV: 'production',
  })
})
