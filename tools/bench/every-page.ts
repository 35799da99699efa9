import { type Load, sendRequests } from './load.ts'
import { recordStatements } from './recorded-statements.ts'
import { parentOf, readProcessorMs } from './resources.ts'
import { openSmallSeededShop, type SeededShop, serveSeeded, type Who } from './seeded-shop.ts'
import { servePage } from './served-page.ts'
import { median } from './side-by-side.ts'

/** Ten thousand items and people, a hundred thousand rentals. */
const SCALE = 0.01
const ROUNDS = 7
const SECONDS = 2

/** The pages that people with an account live on, and the least that is aimed at for each. */
const PAGES = [
  { name: 'home', who: 'shopper', path: '/', floor: 0.5, bare: 1 },
  { name: '/styles', who: 'shopper', path: '/styles', floor: 0.5, bare: 1 },
  { name: 'item', who: 'shopper', path: '/item/:item', floor: 0.3, bare: 0.9 },
  { name: '/search?q=dress', who: 'shopper', path: '/search?q=dress', floor: 0.25, bare: 0.8 },
  { name: 'My Closet', who: 'closet', path: '/business', floor: 0.2, bare: 0.8 },
  { name: '/my-rentals', who: 'shopper', path: '/my-rentals', floor: 0.15, bare: 0.8 },
  { name: '/admin', who: 'admin', path: '/admin', floor: 0.1, bare: 0.8 },
] as const satisfies readonly {
  readonly name: string
  readonly who: Who
  readonly path: string
  readonly floor: number
  readonly bare: number
}[]

/**
 * Compares each page with the least that one made for one person can cost, the same bytes compressed
 * anew, in processor time of app and database; and with React Router's own page of the same markup in
 * requests a second. `itself` compares two halves of the same measurements: what is farther from 1
 * than 0.05 is noise. Statements: of each request, and of those shared for two seconds.
 */
export async function benchEveryPage(buildDirectory: string): Promise<void> {
  const shop = await openSmallSeededShop(SCALE)
  const served = await serveSeeded(shop, buildDirectory, 'usual')
  const statements = await countStatements(shop, served, buildDirectory)
  await shop.pool.query('vacuum analyze')
  const { rows } = await shop.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  console.log(
    `\n${'signed in, 10,000 items'.padEnd(18)} floor/ours  aim  ours/bare  aim  itself  ms  KB  statements`,
  )
  try {
    for (const page of PAGES) {
      const cookie = served.cookieOf(page.who)
      // Words that mean filters lead to the address of these.
      const answer = await fetch(served.url(page.path), { headers: { cookie } })
      const load = { url: answer.url, people: served.cookies[page.who] }
      const html = await answer.text()
      const floor = await servePage('./compressing-server.ts', html)
      const bare = await servePage('./react-page-server.ts', html)
      const measured = {
        ours: () => measure(load, served.pid, postmaster),
        floor: () => measure({ url: floor.url }, floor.pid),
        bare: () => measure({ url: bare.url }, bare.pid),
      }
      for (const warmUp of Object.values(measured)) await warmUp()
      const rounds: Record<'ours' | 'again' | 'floor' | 'bare', Measured>[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({
          ours: await measured.ours(),
          floor: await measured.floor(),
          again: await measured.ours(),
          bare: await measured.bare(),
        })
      await floor.close()
      await bare.close()
      const of = (what: keyof (typeof rounds)[number], unit: keyof Measured) =>
        median(rounds.map((round) => round[what][unit]))
      const cost = (of('ours', 'ms') + of('again', 'ms')) / 2
      const answers = (of('ours', 'perSecond') + of('again', 'perSecond')) / 2
      const cells = [
        [(of('floor', 'ms') / cost).toFixed(2), 10],
        [page.floor.toFixed(2), 5],
        [(answers / of('bare', 'perSecond')).toFixed(2), 9],
        [page.bare.toFixed(1), 5],
        [(of('ours', 'ms') / of('again', 'ms')).toFixed(2), 7],
        [cost.toFixed(1), 6],
        [(html.length / 1000).toFixed(0), 4],
        [statements.get(page.path) ?? '', 9],
      ] as const
      console.log(page.name.padEnd(18), cells.map(([text, width]) => text.padStart(width)).join(''))
    }
  } finally {
    await served.close()
    await shop.close()
  }
}

type Measured = {
  /** Processor time of one request, in milliseconds. */
  readonly ms: number
  readonly perSecond: number
}

/** Sends requests, and counts the processor time of the processes that answer them. */
async function measure(
  load: Pick<Load, 'url' | 'people'>,
  ...pids: readonly number[]
): Promise<Measured> {
  const before = readProcessorMs(...pids)
  const { requests, perSecond } = await sendRequests({ ...load, seconds: SECONDS, connections: 8 })
  return { ms: (readProcessorMs(...pids) - before) / Math.max(1, requests), perSecond }
}

/** For each path, 'statements of each request + shared ones'. */
async function countStatements(
  shop: SeededShop,
  served: Awaited<ReturnType<typeof serveSeeded>>,
  buildDirectory: string,
): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, string>()
  for (const { who, path } of PAGES) {
    const cookie = served.cookieOf(who)
    const { pathname, search } = new URL(
      (await fetch(served.url(path), { headers: { cookie } })).url,
    )
    const own = pathname + search
    const recorded = await recordStatements({ ...shop, url: served.url, cookie }, buildDirectory, [
      own,
    ])
    const { each = [], shared = [] } = recorded.get(own) ?? {}
    counts.set(path, `${each.length} + ${shared.length}`)
  }
  return counts
}
