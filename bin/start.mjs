// `npm start`. Plain JavaScript for Node 20: it runs before packages are installed.
import { join } from 'node:path'
import { spawnWatched } from '../db/embedded/watched-child.mjs'
import { build } from './build.mjs'
import { installForStart } from './check-start.mjs'
import { root } from './install.mjs'
import { endWithNpm, runProgram } from './lifeline.mjs'
import { main, say } from './progress.mjs'

await main(async () => {
  endWithNpm()
  if (!(await installForStart())) return 1
  const folder = await build()
  return runProgram('server/launch.ts', [folder], { NODE_ENV: 'production' }, rebuild)
})

/** Builds the current source in a new process: this one has loaded the earlier version's code. */
async function rebuild() {
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
