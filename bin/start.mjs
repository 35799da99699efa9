// What `npm start` runs. Plain JavaScript for Node 20: nothing is installed yet at a first start.
import { join } from 'node:path'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { build } from './build.mjs'
import { install, root } from './install.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { main, say } from './progress.mjs'

await main(async () => {
  endWithNpm()
  await install('shop')
  const folder = await build()
  return runProgram('server/launch.ts', [folder], { NODE_ENV: 'production' }, buildAnew)
})

/** Builds the source as it is now, by its own programs: this process has loaded the earlier ones. */
async function buildAnew() {
  const child = spawnWatched(process.execPath, [join(root, 'bin/build.mjs')], { output: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const { code } = await child.ended
  const buildDirectory = output.trim().split('\n').at(-1)
  if (code === 0) return { type: 'deploy', buildDirectory }
  say(`${output.trim()}\nThe new version cannot be built; the old one keeps running.`)
  return null
}
