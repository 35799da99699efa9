import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '#db/connection.ts'
import { hashPassword } from '#domain/accounts/sign-in/password-hash.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { type Answer, Person } from './person.ts'
import { parentOf, type Resources, watchResources } from './resources.ts'
import type { Shop } from './shop.ts'
import { addShoppers } from './shoppers.ts'
import type { startProgram } from './start-app.ts'

const PASSWORD = 'a-quiet-river-42'
const READY = 'hemline_web_processes{state="ready"}'
const LAG = 'nodejs_eventloop_lag_p99_seconds'
/** With more event loop lag, requests wait for each other. */
const MAX_LAG_MS = 100
const WORDS = ['velvet', 'silk', 'linen', 'lace gown', 'wrap dress']

type Timing = { readonly ms: number; readonly failed: boolean }

/**
 * Simulates people who browse, search, sign in, rent and write messages at the same time, each with
 * pauses for reading, for this many seconds. Prints how long each kind of request took, and which
 * resource ran out first.
 */
export async function benchPeople(
  shop: Pick<Shop, 'target'>,
  program: Awaited<ReturnType<typeof startProgram>>,
  { people, seconds }: { readonly people: number; readonly seconds: number },
): Promise<void> {
  const pool = createPool(shop.target, { max: 2, limited: false })
  const passwordHash = await hashPassword(PASSWORD)
  const shoppers = await addShoppers(pool, people, { passwordHash })
  const { rows } = await pool.query<{ id: string }>(
    'select id from clothing_items where is_public order by random() limit 5000',
  )
  const { rows: own } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(own[0]?.pid ?? 0)
  await pool.end()
  const items = rows.map(({ id }) => id)
  const timings = new Map<string, Timing[]>()
  const problems = new Map<string, number>()
  const note = (kind: string, ms: number, answer: Answer | null) => {
    const { status } = answer ?? { status: 0 }
    const failed = status === 0 || status === 429 || status >= 500
    timings.set(kind, [...(timings.get(kind) ?? []), { ms, failed }])
    if (status > 0 && status < 400) return
    const problem = `${kind}: ${status || 'no answer'}`
    problems.set(problem, (problems.get(problem) ?? 0) + 1)
  }
  const isOver = { now: false }
  const began = performance.now()
  // Each reading resets the measurement.
  await program.readMetric(LAG)
  const resources = watchResources({ app: program.pid, postmaster })
  const journeys = shoppers.map(async ({ email }, number) => {
    const person = new Person(program.url, number, note)
    // They arrive within the first third.
    await pause((seconds * 1000 * number) / people / 3)
    await simulateVisit(person, { email, items, isOver })
    person.leave()
  })
  await pause(seconds * 1000)
  isOver.now = true
  const used = resources.stop()
  const lag = ((await program.readMetric(LAG)) ?? 0) * 1000
  await Promise.all(journeys)
  print(timings, (performance.now() - began) / 1000)
  for (const [problem, times] of problems) console.log(`  ${problem}, ${times} times`)
  printResources(used, lag, (await program.readMetric(READY)) ?? 1)
}

async function simulateVisit(
  person: Person,
  world: { email: string; items: readonly string[]; isOver: { readonly now: boolean } },
): Promise<void> {
  const { email, items, isOver } = world
  const today = calendarDateIn('UTC', new Date())
  let isSignedIn = false
  for (let round = 0; !isOver.now; round++) {
    const item = `/item/${oneOf(items)}`
    const ahead = 2 + Math.floor(60 * Math.random())
    const [start, end] = [addDays(today, ahead), addDays(today, ahead + 6)]
    const as = isSignedIn ? 'signed in' : 'visitor'
    const search = new URLSearchParams({ q: oneOf(WORDS), size: 'M', start, end })
    const steps: (() => Promise<unknown>)[] = [
      () => person.get(`home, ${as}`, '/'),
      () => person.get(`search, ${as}`, `/search?${search}`),
      () => person.get(`item, ${as}`, `${item}?start=${start}&end=${end}`),
      async () => {
        if (isSignedIn) return
        const answer = await person.post('sign in', '/auth', { email, password: PASSWORD })
        isSignedIn = answer?.status === 302
      },
      async () => {
        if (isSignedIn)
          await person.post('rent', item, { intent: 'rent', start, end, request_key: newId() })
      },
      async () => {
        if (isSignedIn) await person.get('my rentals', '/my-rentals')
      },
      async () => {
        // Ten conversations an hour are allowed.
        if (!isSignedIn || round >= 8) return
        const about = `/messages?item=${oneOf(items)}`
        const sent = await person.post('ask', about, { body: 'Is it lined?', form_key: newId() })
        if (sent?.headers.location) await person.get('conversation', sent.headers.location)
      },
    ]
    for (const step of steps) {
      if (isOver.now) return
      await step()
      await person.read()
    }
  }
}

function oneOf<T>(choices: readonly T[]): T {
  const choice = choices[Math.floor(Math.random() * choices.length)]
  if (choice === undefined) throw new Error('nothing to choose from')
  return choice
}

function print(timings: ReadonlyMap<string, readonly Timing[]>, seconds: number): void {
  const columns = ['requests', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed']
  console.log(`${''.padEnd(20)}${columns.map((name) => name.padStart(10)).join('')}`)
  const all = [...timings.values()].flat()
  for (const [kind, noted] of [...timings, ['all', all] as const]) {
    const sorted = noted.map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
    const figures = [
      sorted.length.toLocaleString('en-US'),
      (sorted.length / seconds).toFixed(1),
      ...[0.5, 0.95, 0.99].map((share) => Math.round(at(share)).toLocaleString('en-US')),
      String(noted.filter(({ failed }) => failed).length),
    ]
    console.log(`${kind.padEnd(20)}${figures.map((figure) => figure.padStart(10)).join('')}`)
  }
}

function printResources(
  { machine, app, database, people, cores }: Resources,
  lagMs: number,
  processes: number,
): void {
  const used = (share: number) => `${share.toFixed(2)} cores`
  console.log(
    `\nprocessor: ${used(machine)} of ${cores} (app ${used(app)}, database ${used(database)}, people ${used(people)})`,
  )
  const first =
    machine > 0.9 * cores
      ? 'the cores of the machine'
      : app > 0.9 * processes || lagMs > MAX_LAG_MS
        ? 'the core that each web process has for JavaScript'
        : 'nothing; more people fit'
  console.log(`event loop: behind by ${lagMs.toFixed(0)} ms at most in 99 of 100 cases`)
  console.log(`ran out first: ${first}`)
}
