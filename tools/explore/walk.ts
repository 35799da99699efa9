import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnWatched } from '#db/embedded/watched-child.mjs'
import { root } from '../../bin/install.mjs'

export interface Walk {
  readonly origin: string
  /** Decides every choice, together with what the pages show. */
  readonly seed: string
  readonly width: number
  readonly states: number
  /** The session of the role. */
  readonly cookie: string | null
  /** Where Bombadil keeps what it has seen. */
  readonly folder: string
  readonly browser: { readonly path: string; readonly args: readonly string[] }
}

export interface Walked {
  readonly states: number
  readonly violations: readonly string[]
  /** How often Bombadil hung or ended by itself, and was started again. */
  readonly restarts: number
}

interface TraceLine {
  readonly state: { readonly url: string }
  readonly violations: readonly { readonly name: string }[]
}

const SCREENSHOTS = 40
/** Bombadil looks at the page at least every 30 seconds, unless it hangs. */
const SILENT_MS = 60_000
const MAX_RESTARTS = 25
/** Bombadil takes longer for each further state: twice as long after a thousand. */
const STATES_AT_ONCE = 500

/** Has Bombadil walk through so many states, or up to the first violation. */
export async function walk({ states, folder, seed, ...options }: Walk): Promise<Walked> {
  let seen = 0
  let restarts = 0
  for (let part = 0; ; part++) {
    const wanted = Math.min(states - seen, STATES_AT_ONCE)
    const own = { folder: join(folder, String(part)), seed: `${seed} ${part}` }
    const { states: walked, violations, why } = await walkOn({ ...options, ...own, states: wanted })
    seen += walked
    if (seen >= states || violations.length > 0) return { states: seen, violations, restarts }
    if (walked < wanted) restarts++
    if (restarts > MAX_RESTARTS)
      return { states: seen, violations: [`Bombadil ended: ${why}`], restarts }
    rmSync(own.folder, { recursive: true, force: true })
  }
}

/** Until it has seen so many states, finds a violation, or fails. */
async function walkOn({ states, folder, ...options }: Walk) {
  mkdirSync(folder, { recursive: true })
  const specification = join(folder, 'walk.ts')
  writeFileSync(specification, entry(options.seed))
  const output = openSync(join(folder, 'output.txt'), 'w')
  const child = spawnWatched(BOMBADIL, argumentsOf({ states, folder, ...options }, specification), {
    cwd: folder,
    env: { ...process.env, CHROME: options.browser.path, RUST_LOG: 'error' },
    ...{ output, ask: 'INT' as const, graceSeconds: 10 },
  })
  const trace = readLines(join(folder, 'seen/trace.jsonl'))
  let isRunning = true
  const ended = child.ended.finally(() => {
    isRunning = false
  })
  let seen = 0
  let lastSeen = Date.now()
  const violations: string[] = []
  while (seen < states && Date.now() - lastSeen < SILENT_MS) {
    const wasRunning = isRunning
    for (const line of trace.next()) {
      seen++
      lastSeen = Date.now()
      const { state, violations: found }: TraceLine = JSON.parse(line)
      violations.push(...found.map(({ name }) => `${name} at ${state.url}`))
    }
    forgetScreenshots(join(folder, 'seen/screenshots'))
    if (!wasRunning) break
    await Promise.race([pause(500), ended])
  }
  const { why } = await (isRunning ? child.stop() : ended)
  trace.close()
  closeSync(output)
  return { states: seen, violations, why }
}

const BOMBADIL = join(
  root,
  'tools/explore/bombadil/node_modules/@antithesishq/bombadil/binaries',
  `bombadil-${process.platform}-${process.arch}`,
)

/** Bombadil takes one module, whose exports are the properties and the actions. */
const entry = (seed: string) => `
import { specify } from ${JSON.stringify(join(root, 'tools/explore/specification.ts'))}
export const {
  walk,
  addressAndHeadingBelongTogether,
  balanceChangesOnlyWithAStatementLine,
  typedTextIsNeverLost,
  noErrorPage,
  noConsoleError,
} = specify(${JSON.stringify({ seed, photo: join(root, 'public/shared.jpg') })})
`

function argumentsOf({ origin, width, cookie, folder, browser }: Walk, module: string) {
  return [
    ...['browser', 'test', origin, module],
    ...['--width', String(width), '--height', width < 600 ? '844' : '800'],
    // The scripts stay as they are: what they cover does not choose the next action.
    ...['--headless', '--instrument-javascript', '', '--exit-on-violation'],
    ...['--output-path', join(folder, 'seen')],
    ...(browser.args.includes('--no-sandbox') ? ['--no-sandbox'] : []),
    ...(cookie ? ['--cookie', `${cookie}; HttpOnly; Path=/`] : []),
  ]
}

/** The lines that are added to a file, as they come. */
function readLines(path: string) {
  let file: number | null = null
  let rest = ''
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(1 << 20)
  return {
    *next() {
      try {
        file ??= openSync(path, 'r')
      } catch {
        return
      }
      for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
        rest += decoder.decode(buffer.subarray(0, size), { stream: true })
        const lines = rest.split('\n')
        rest = lines.pop() ?? ''
        yield* lines
      }
    },
    close: () => file === null || closeSync(file),
  }
}

/** All but the last screenshots are of no use, and would fill the disk. */
function forgetScreenshots(folder: string) {
  let names: string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    return
  }
  for (const name of names.slice(0, -SCREENSHOTS)) rmSync(join(folder, name), { force: true })
}
