import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { type Before, type Handle, listen } from '#server/start/listen.ts'
import { withoutScripts } from './without-scripts.ts'

/** A browser profile and its page, reused by one test after another. */
export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  readonly origin: string
  readonly javaScript: boolean
}

interface Door {
  readonly handle: Handle
  readonly before: Before
}

export interface Served {
  /** Without a trailing slash. */
  readonly origin: string
  /** Resolves when every pending request is answered. */
  close(): Promise<void>
}

const hosts = ['127.0.0.1', '::1']

let currentDoor: Door | null = null
let sharedServer: ReturnType<typeof listen> | undefined
const answering = new Set<Promise<Response>>()

/**
 * The sites of a worker take turns on one port, so that its browser caches the scripts that they
 * share. A second site at the same time has its own port.
 */
export async function serve({ handle, before }: Door): Promise<Served> {
  const door = { handle: withoutScripts(handle), before }
  if (currentDoor) {
    const listening = await listen(door.handle, { port: 0, hosts, before })
    return {
      origin: `http://localhost:${listening.port}`,
      close: async () => {
        await listening.close(1)
        // This address is never used again.
        await dropProfiles(`http://localhost:${listening.port}`)
      },
    }
  }
  currentDoor = door
  sharedServer ??= listen(answer, { port: 0, hosts, before: blankOr })
  const { port } = await sharedServer
  return {
    origin: `http://localhost:${port}`,
    close: async () => {
      currentDoor = null
      await Promise.allSettled(answering)
    },
  }
}

const answer: Handle = (request, client) => {
  const answered =
    currentDoor?.handle(request, client) ?? Promise.resolve(new Response(null, { status: 503 }))
  answering.add(answered)
  answered.finally(() => answering.delete(answered)).catch(() => {})
  return answered
}

const BLANK = '/blank'

const blankOr: Before = (incoming, outgoing, next) => {
  if (incoming.url !== BLANK)
    return currentDoor ? currentDoor.before(incoming, outgoing, next) : next()
  outgoing.setHeader('Content-Type', 'text/html')
  outgoing.end('<!doctype html><title>Blank</title>')
}

let browser: Promise<Browser> | undefined
const unused: Profile[] = []

/**
 * A page in a clean profile with the given settings. A reused profile still has the browser's
 * cache, so opening a page costs a third of the first page in a new profile.
 */
export async function takeProfile(origin: string, javaScript: boolean): Promise<Profile> {
  const at = unused.findLastIndex(
    (profile) => profile.origin === origin && profile.javaScript === javaScript,
  )
  const [known] = at === -1 ? [] : unused.splice(at, 1)
  if (known) {
    // A page that was opened just before the end of the last test can appear after it.
    await closeOtherPages(known)
    return known
  }
  const { path, args, ignoreDefaultArgs } = inject('chromium')
  // It ends with its worker.
  browser ??= chromium.launch({ executablePath: path, args: [...args], ignoreDefaultArgs })
  const context = await (await browser).newContext({
    baseURL: origin,
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
    // Paints a sixteenth of the pixels, with the same layout.
    deviceScaleFactor: 0.25,
  })
  context.setDefaultTimeout(60_000)
  return { context, page: await context.newPage(), origin, javaScript }
}

/** Resets the profile for the next test. */
export async function releaseProfile(profile: Profile): Promise<void> {
  const { context, page } = profile
  await closeOtherPages(profile)
  if (page.isClosed()) return context.close()
  removeListeners(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.mouse.move(0, 0)
  // The same origin: the page keeps its process, and its storage can be emptied.
  await page.goto(BLANK)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await context.clearPermissions()
  unused.push(profile)
}

async function closeOtherPages({ context, page }: Profile): Promise<void> {
  await Promise.all(context.pages().map((other) => other !== page && other.close()))
}

export function removeListeners(page: Page): void {
  const events = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'response']
  for (const event of events) page.removeAllListeners(event)
}

async function dropProfiles(origin: string): Promise<void> {
  for (const profile of unused.filter((one) => one.origin === origin)) {
    unused.splice(unused.indexOf(profile), 1)
    await profile.context.close()
  }
}
