// What `npm run bench:seed` runs. Plain JavaScript for Node 20: nothing may be installed yet.
import { install } from './install.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  return runProgram('bench/seed-database.ts', process.argv.slice(2), {})
})
