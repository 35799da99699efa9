// `npm run test:mutation`: changes the rules about money, rentals and accounts in thousands of
// small ways, and reports the changes that no test notices. The results are stored in `.mutation/`.
import { install } from '../bin/install.mjs'
import { endWithNpm, runProgram } from '../bin/lifeline.mjs'
import { environmentWithNode } from '../bin/node-24.mjs'
import { main } from '../bin/progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  return runProgram('tools/mutation/run.ts', process.argv.slice(2), environmentWithNode())
})
