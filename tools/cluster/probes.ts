import type { Browsing, Page } from '#test/browsing.ts'
import type { RunningApp, World } from '#test/faults/world.ts'
import type { Kind, Probe } from './failing.ts'

export interface Probing {
  readonly probes: readonly Probe[]
  /** Waits until all current probes have ended. */
  answered(): Promise<void>
  stop(): Promise<void>
}

/** The interval of each kind of request, whether or not the previous one was answered. */
const EVERY_MS = 250
/** Enough that nobody reaches the limit of 600 likes an hour. */
const PEOPLE = 40

/** Sends requests of each kind at a steady rate until it is stopped. */
export async function startProbing(
  world: World,
  app: RunningApp,
  stranger: () => Browsing,
): Promise<Probing> {
  const item = await world.make.item()
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const { shop } = await app.visit(await world.make.shopper())
      return shop
    }),
  )
  const probes: Probe[] = []
  const underway = new Set<Promise<void>>()
  let turn = 0
  // Each request has its own path, so that it is not answered from the page cache.
  const requests: Readonly<
    Record<Kind, (someone: Browsing | undefined) => Promise<Page> | undefined>
  > = {
    'visitors’ pages': () => stranger().get(`/item/${item.id}?x=${turn}`),
    'pages of people': (someone) => someone?.get('/credits'),
    writes: (someone) => someone?.post('/likes', { item: item.id, liked: turn % 2 ? 'yes' : 'no' }),
  }
  const probe = async (kind: Kind) => {
    const began = performance.now()
    const answer = await answerOf(requests[kind](people[turn % PEOPLE]))
    probes.push({ kind, began, ended: performance.now(), isFine: answer === '200', answer })
  }
  const timer = setInterval(() => {
    turn += 1
    for (const kind of ['visitors’ pages', 'pages of people', 'writes'] as const) {
      const started = probe(kind).finally(() => underway.delete(started))
      underway.add(started)
    }
  }, EVERY_MS)
  const answered = async () => void (await Promise.all(underway))
  return {
    probes,
    answered,
    stop: async () => {
      clearInterval(timer)
      await answered()
    },
  }
}

/** The status, or the error of a request that was cut, refused or not answered in time. */
async function answerOf(page: Promise<Page> | undefined): Promise<string> {
  try {
    return String((await page)?.status)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
