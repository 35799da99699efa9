// `npm run dev`. Plain JavaScript for Node 20: it runs before packages are installed.
import { installForStart } from './check-start.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  if (!(await installForStart())) return 1
  return runProgram('server/start/dev.ts', [], { NODE_ENV: 'development' })
})
