// `npm run bench`: builds the current source and measures it.
import { build } from '../bin/build.mjs'
import { install } from '../bin/install.mjs'
import { endWithNpm, runProgram } from '../bin/lifeline.mjs'
import { main } from '../bin/progress.mjs'

await main(async () => {
  endWithNpm()
  await install('everything')
  // Files of answers are measured without the app.
  const folder = process.argv[2] === 'fit' ? '' : await build()
  return runProgram('tools/bench/bench.ts', [folder, ...process.argv.slice(2)], {
    NODE_ENV: 'production',
  })
})
