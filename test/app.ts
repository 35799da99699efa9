import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'
import type { App, AppOptions, CreateApp } from '#server/door/app-contract.ts'
import type { Environment } from '#server/settings/given.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { type Make, make } from '#test/make/make.ts'
import { signIn } from '#test/make/sign-in.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { drainable } from '#test/postgres/drain-jobs.ts'
import { Browsing, type FormFields, type Page, type RequestDetails } from './browsing.ts'
import { type TestClock, testClock } from './clock.ts'
import { checkedExchanges } from './stripe-exchanges.ts'

/** The origin of the site under test, unless its settings say otherwise. */
const ORIGIN = 'http://localhost:3000'

type As = { readonly as?: Person | null }

/** Cookies as name and value, by person id; the visitor's are under ''. */
export type StoredCookies = Readonly<Record<string, readonly (readonly [string, string])[]>>

export interface Site {
  readonly app: App
  readonly db: Db
  readonly database: TestDatabase
  readonly make: Make
  readonly clock: TestClock
  readonly settings: Settings
  /** Browses as a person with a real session, or as the visitor with this site's cookies. */
  get(path: string, details?: RequestDetails & As): Promise<Page>
  post(path: string, form?: FormFields, details?: RequestDetails & As): Promise<Page>
  /** Sends the form on a page as a browser would, with the given changes. */
  submit(
    page: Page,
    form: string,
    fields?: FormFields,
    details?: RequestDetails & As,
  ): Promise<Page>
  /** A visitor without cookies. */
  stranger(): Browsing
  /** Delivers the webhooks that are due and processes every job, including those they cause. */
  drainJobs(): Promise<void>
  /** The cookies of everyone who has browsed so far. */
  cookies(): Promise<StoredCookies>
}

export interface SiteOptions {
  /** Environment settings, as in production. */
  readonly env?: Environment
  readonly clock?: TestClock
  readonly database?: TestDatabase
  /** A monotonic clock in milliseconds. */
  readonly elapsed?: () => number
  /** Passwords are hashed fast unless a test is about the time that takes. */
  readonly hashing?: AppOptions['hashing']
  /** Lists are read again for each request unless a test is about sharing them. */
  readonly sharedMs?: AppOptions['sharedMs']
  /** Replaces the Internet for outgoing webhooks. */
  readonly webhookNetwork?: AppOptions['webhookNetwork']
  /** Receives the lines of the log. */
  readonly log?: string[]
  /** Cookies with which people continue browsing. */
  readonly cookies?: StoredCookies
}

/** Settings of a shop that takes real money, without Connect. */
export const realPayments: Environment = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://localhost:1',
  MAIL_FROM: 'hello@shop.example',
  SESSION_SECRET: 'a secret for tests that is long enough',
}

/**
 * The built app with its own database, called through its request handler. Lasts for the file
 * when called at its top, for the test when called inside.
 */
export async function testSite(options: SiteOptions = {}): Promise<Site> {
  const database = options.database ?? (await testDatabase())
  const { site, close } = await openSite({ ...options, database })
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)
  return site
}

/** The same on a database that the caller has opened. Lasts until it is closed. */
export async function openSite(
  options: SiteOptions & { readonly database: TestDatabase },
): Promise<{ site: Site; close: () => Promise<void> }> {
  const { database } = options
  const clock = options.clock ?? testClock(new Date())
  const dataDir = mkdtempSync(join(tmpdir(), 'hemline-site-'))
  const settings = readSettings({
    DATA_DIR: dataDir,
    SEED_DEMO: '0',
    DATABASE_POOL: '3',
    ...options.env,
  })
  const jobs = drainable()
  const app = await startApp({
    onJobs: jobs.onJobs,
    settings,
    target: database.target,
    directTarget: database.target,
    buildDirectory: inject('buildDirectory'),
    clock: clock.now,
    elapsed: options.elapsed,
    hashing: options.hashing ?? 'fast',
    openPool: (open) =>
      database.openPool?.(database.target, `app with ${settings.databasePool}`, open) ?? open(),
    ...(options.webhookNetwork && { webhookNetwork: options.webhookNetwork }),
    sharedMs: options.sharedMs ?? 0,
    logLevel: options.log ? 'info' : 'silent',
    logTo: { write: (line) => void options.log?.push(line) },
    ...(await checkedExchanges()),
  })
  await app.prepare()
  const close = async () => {
    await app.close()
    rmSync(dataDir, { recursive: true })
  }

  const origin = settings.publicUrl ?? ORIGIN
  const visitor = new Browsing(app, origin)
  const people = new Map<string, Promise<Browsing>>([['', Promise.resolve(visitor)]])
  for (const [id, cookies] of Object.entries(options.cookies ?? {})) {
    const browsing = id === '' ? visitor : new Browsing(app, origin)
    for (const [name, value] of cookies) browsing.cookies.set(name, value)
    people.set(id, Promise.resolve(browsing))
  }
  const browsingOf = (person: Person | null | undefined) => {
    if (!person) return visitor
    const known = people.get(person.id) ?? signedIn(person)
    people.set(person.id, known)
    return known
  }
  const signedIn = async (person: Person) => {
    const browsing = new Browsing(app, origin)
    browsing.takeCookie(await signIn(database.db, settings, person, clock.now()))
    return browsing
  }
  const site: Site = {
    app,
    db: database.db,
    database,
    make: make(database.db),
    clock,
    settings,
    get: async (path, { as, ...details } = {}) => (await browsingOf(as)).get(path, details),
    post: async (path, form, { as, ...details } = {}) =>
      (await browsingOf(as)).post(path, form, details),
    submit: async (page, form, fields, { as, ...details } = {}) =>
      (await browsingOf(as)).submit(page, form, fields, details),
    stranger: () => new Browsing(app, origin),
    drainJobs: jobs.drain,
    cookies: async () => {
      const all = [...people].map(async ([id, browsing]) => [id, [...(await browsing).cookies]])
      return Object.fromEntries(await Promise.all(all))
    },
  }
  return { site, close }
}

async function startApp(options: AppOptions): Promise<App> {
  const bundle = join(options.buildDirectory ?? '', 'server/index.js')
  const { createApp }: { createApp: CreateApp } = await import(pathToFileURL(bundle).href)
  return createApp(options)
}
