// `npm run test:mutation`: changes the rules about money, rentals and accounts in thousands of
// small ways, and reports the changes that no test notices. The results are stored in `.mutation/`.
import { install } from './install.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { environmentWithNode } from './node-24.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  return runProgram('test/mutation/run.ts', process.argv.slice(2), environmentWithNode())
})
