// `npm run backup`. Plain JavaScript for Node 20: it runs before packages are installed.
import { install } from './install.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { main } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('shop')
  return runProgram('server/start/backup.ts', process.argv.slice(2), {})
})
