// `npm run bench:seed`. Plain JavaScript for Node 20: it runs before packages are installed.
import { install } from '../bin/install.mjs'
import { endWithNpm, runProgram } from '../bin/lifeline.mjs'
import { main } from '../bin/progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  return runProgram('tools/bench/seed-database.ts', process.argv.slice(2), {})
})
