import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, inject } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'
import { createStripeGateway, type StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import type { App, AppOptions, CreateApp } from '#server/door/app-contract.ts'
import type { Environment } from '#server/settings/given.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { Browsing } from '#test/browsing.ts'
import { type TestClock, testClock } from '#test/clock.ts'
import { type Make, make } from '#test/make/make.ts'
import { signIn } from '#test/make/sign-in.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { drainable } from '#test/postgres/drain-jobs.ts'
import { checkedExchanges } from '#test/stripe-exchanges.ts'
import { Gate } from './gate.ts'
import { postgresProxy } from './postgres-proxy.ts'
import { idleQueue, type Queue } from './queue.ts'
import { type Provider, sandboxFront } from './sandbox-front.ts'

export const SHOP = 'http://localhost:3000'
const PAY_PAGES = 'http://pay.test'
export const secret = 'a secret for tests that is long enough'

/** One app, which runs until its gate is cut, and ways to use it. */
export interface RunningApp {
  readonly gate: Gate
  /** A person's browser on this app; their cookies are kept from app to app. */
  visit(person: Person): Promise<Visit>
  /** Resolves when due webhooks have reached this app and its jobs are done. */
  work(): Promise<void>
  close(): Promise<void>
}

/** An app in the process of the test, which does its background work on demand. */
export interface InProcessApp extends RunningApp {
  readonly app: App
  /** Processes due jobs without waiting for webhooks. */
  drain(): Promise<void>
}

export interface Visit {
  readonly shop: Browsing
  /** The pages of the payment provider; requests to them do not count at the gate. */
  readonly payPages: Browsing
}

/** What outlives an app: the database, the payment provider, the clock and people's cookies. */
export interface World {
  readonly db: Db
  readonly database: TestDatabase
  readonly make: Make
  readonly clock: TestClock
  readonly sandbox: Sandbox
  readonly settings: Settings
  /** The folder for the apps' files. */
  readonly dataDir: string
  readonly queue: Queue
  /** Starts an app behind a gate, which receives webhooks from now on. */
  run(options?: RunOptions): Promise<InProcessApp>
  /** Starts an app like the server does, and waits for its startup jobs. */
  restart(): Promise<InProcessApp>
  /** Directs people's requests and webhooks to an app. */
  expose(gate: Gate, app: AppControls): RunningApp
  /** The payment provider itself. */
  readonly provider: Provider
  /** Calls the provider, or its replacement, as an app does. */
  stripe(provider?: Provider): StripeGateway
  /**
   * Makes the killed app unreachable for the provider and postpones all jobs until the next
   * `restart`.
   */
  postponeJobs(): Promise<void>
  /** Sends webhooks to `fetch` in place of the app. */
  receiveWebhooks(fetch: typeof globalThis.fetch): void
  /** Sends due webhooks; while no app listens, they are due again a second later. */
  deliver(): Promise<number>
}

export interface RunOptions {
  /** The gate for everything: the database, the payment provider and webhooks. */
  readonly gate?: Gate
  /** A separate gate for queries and their answers. */
  readonly databaseGate?: Gate
  /** Answers in place of the payment provider. */
  readonly provider?: Provider
}

/** How an app runs, in this process or another one. */
export interface AppControls {
  readonly handle: App['handle']
  readonly work: () => Promise<void>
  readonly close: () => Promise<void>
}

type Door = Pick<App, 'handle'>
type Opened = Pick<InProcessApp, 'app' | 'drain'>

/** Lasts for the file. Its clock stands still unless `timeRuns`. */
export async function openWorld({
  timeRuns = false,
  database: given,
  app: options,
}: {
  readonly timeRuns?: boolean
  /** A database with the sandbox's tables; by default a clone of the template. */
  readonly database?: TestDatabase
  readonly app?: Pick<AppOptions, 'webhookNetwork'>
} = {}): Promise<World> {
  const database = given ?? (await testDatabase())
  const clock = testClock(new Date())
  const now = timeRuns ? () => new Date() : clock.now
  const dataDir = mkdtempSync(join(tmpdir(), 'hemline-faults-'))
  const { createApp } = await loadBundle()
  const queue: Queue = await idleQueue(database)
  const settingsWith = (env: Environment) =>
    readSettings({
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://localhost/unused',
      MAIL: 'local',
      PAYMENTS: 'sandbox',
      SESSION_SECRET: secret,
      ...env,
    })
  const settings = settingsWith({})
  const nobodyListens: typeof fetch = async () => {
    throw new TypeError('nobody listens')
  }
  let webhooks = nobodyListens
  const sandbox = createSandbox({
    pool: database.pool,
    secretKey: settings.payments.secretKey,
    ...(await checkedExchanges()),
    webhook: { url: () => `${SHOP}/hooks/stripe`, secret: settings.payments.webhookSecret },
    connectWebhook: {
      url: () => `${SHOP}/hooks/stripe?connect`,
      secret: settings.payments.connectWebhookSecret ?? '',
    },
    publicOrigin: PAY_PAGES,
    clock: now,
    fetch: (input, init) => webhooks(input, init),
  })
  const provider: Provider = async (request) =>
    (await sandbox.handle(request)) ?? new Response(null, { status: 404 })
  const directFront = await sandboxFront(provider, new Gate())
  const cookies = new Map<string, string>()
  let delivering: Promise<unknown> = Promise.resolve()
  const deliver = () => {
    const sent = sandbox.deliverDueWebhooks()
    delivering = sent.catch(() => {})
    return sent
  }

  async function cookieOf(person: Person): Promise<string> {
    const known = cookies.get(person.id)
    if (known) return known
    const cookie = await signIn(database.db, settings, person, clock.now())
    cookies.set(person.id, cookie)
    return cookie
  }

  function expose(gate: Gate, running: AppControls): RunningApp {
    const unlessKilled = async <T>(answer: Promise<T>): Promise<T> =>
      Promise.race([answer, gate.killed.then(() => Promise.reject(new AppKilled()))])
    const shopDoor: Door = {
      handle: (request, client) => unlessKilled(running.handle(request, client)),
    }
    const payDoor: Door = {
      handle: async (request) => {
        if (gate.isDead) throw new AppKilled()
        return provider(request)
      },
    }
    webhooks = async (input, init) => {
      if (!gate.pass('a webhook')) throw new AppKilled()
      const webhook = new Request(input, init)
      const answer = await unlessKilled(running.handle(webhook, { peer: '127.0.0.1' }))
      if (!gate.pass('answer to a webhook')) throw new AppKilled()
      return answer
    }
    return {
      gate,
      visit: async (person) => {
        const shop = new Browsing(shopDoor, SHOP)
        shop.takeCookie(await cookieOf(person))
        return { shop, payPages: new Browsing(payDoor, PAY_PAGES) }
      },
      work: () => unlessKilled(running.work()),
      close: async () => {
        webhooks = nobodyListens
        await running.close()
      },
    }
  }

  function exposeInProcess(gate: Gate, opened: Opened, closeMore = async () => {}): InProcessApp {
    const running = expose(gate, {
      handle: opened.app.handle,
      work: () => deliver().then(() => queue.finish(opened.drain)),
      close: async () => {
        await opened.app.close()
        await closeMore()
      },
    })
    return { ...running, ...opened }
  }

  const buildDirectory = inject('buildDirectory')
  const quiet = { buildDirectory, sharedMs: 0, logLevel: 'silent' } as const
  const appOptions = { ...quiet, clock: clock.now, ...options }

  async function open(options: Pick<AppOptions, 'settings' | 'target'>): Promise<Opened> {
    const { onJobs, drain } = drainable()
    const app = await createApp({ ...appOptions, ...options, directTarget: options.target, onJobs })
    return { app, drain }
  }

  async function run({
    gate = new Gate(),
    databaseGate = gate,
    provider: answers = provider,
  }: RunOptions = {}): Promise<InProcessApp> {
    const proxy = await postgresProxy(database.target, databaseGate)
    const front = await sandboxFront(answers, gate)
    const opened = await open({
      settings: settingsWith({ DATABASE_URL: proxy.url, SANDBOX_URL: front.url }),
      target: { connectionString: proxy.url },
    })
    return exposeInProcess(gate, opened, async () => {
      await proxy.close()
      await front.close()
    })
  }

  async function restart(): Promise<InProcessApp> {
    const settings = settingsWith({ SANDBOX_URL: directFront.url })
    const opened = await open({ settings, target: database.target })
    await opened.app.prepare()
    await queue.release()
    await queue.markWorkersDead()
    const running = exposeInProcess(new Gate(), opened)
    await opened.app.start()
    await queue.idle()
    return running
  }

  const first = await restart()
  await first.work()
  await first.close()
  if (timeRuns) sandbox.start()
  afterAll(async () => {
    await sandbox.close()
    await directFront.close()
    await queue.close()
    rmSync(dataDir, { recursive: true })
  })
  return {
    db: database.db,
    database,
    make: make(database.db),
    clock,
    sandbox,
    settings,
    provider,
    stripe: (answers = provider) =>
      createStripeGateway({
        ...settings.payments,
        fetch: async (input, init) => answers(new Request(input, init)),
        mayCall: () => {},
      }),
    dataDir,
    queue,
    run,
    restart,
    expose,
    postponeJobs: async () => {
      await delivering
      webhooks = nobodyListens
      await deliver()
      await queue.hold()
    },
    receiveWebhooks: (fetch) => {
      webhooks = fetch
    },
    deliver,
  }
}

/** Thrown to callers that wait for a response of a killed app. */
class AppKilled extends Error {}

async function loadBundle(): Promise<{ createApp: CreateApp }> {
  return import(pathToFileURL(join(inject('buildDirectory'), 'server/index.js')).href)
}
