// What `npm run test:mutation` runs: changes the rules about money, rentals and accounts in thousands
// of small ways, and says which changes no test notices. What it has found out is kept in `.mutation/`.
import { install } from './install.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { environmentWithNode } from './node-24.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  return runProgram('test/mutation/run.ts', process.argv.slice(2), environmentWithNode())
})
