import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { type Before, type Handle, listen } from '#server/start/listen.ts'
import type { BrowserProgram } from '#test/setup/chromium.ts'
import { scriptsOff, withoutScripts } from './without-scripts.ts'

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
  const { engine } = program()
  // It ends with its worker.
  browser ??= launch(program())
  const context = await (await browser).newContext({
    baseURL: origin,
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
    // Paints a sixteenth of the pixels, with the same layout; not possible in Firefox.
    ...(engine === 'chromium' && { deviceScaleFactor: 0.25 }),
  })
  context.setDefaultTimeout(60_000)
  if (engine === 'firefox') await context.addInitScript(printErrors)
  const profile = { context, page: await context.newPage(), origin, javaScript }
  await clearCookies(profile)
  return profile
}

function program(): BrowserProgram {
  const found = inject('browser')
  if (!found) throw new Error('There is no browser.')
  return found
}

async function launch(found: BrowserProgram): Promise<Browser> {
  const { engine, path: executablePath, args, ignoreDefaultArgs } = found
  const how = { executablePath, args: [...args], ignoreDefaultArgs }
  if (engine === 'chromium') return await chromium.launch(how)
  const { firefox } = await import('playwright-core-for-firefox')
  // Playwright's name for a Firefox as it is released, driven over WebDriver BiDi.
  const channel = 'moz-firefox'
  const firefoxUserPrefs = {
    // As in Chromium, they take no width.
    'ui.useOverlayScrollbars': 1,
    // A page can take the focus back from the toolbar.
    'dom.disable_window_flip': false,
  }
  return await firefox.launch({ ...how, channel, firefoxUserPrefs })
}

/** Runs in the page. Of an error in the console, Firefox's driver passes on only its class. */
function printErrors(): void {
  const { error } = console
  console.error = (...all: unknown[]) =>
    error(...all.map((one) => (one instanceof Error ? `${one}\n${one.stack}` : one)))
}

/** A browser whose driver ignores `javaScriptEnabled` is sent pages without scripts. */
export async function clearCookies({ context, origin, javaScript }: Profile): Promise<void> {
  await context.clearCookies()
  if (!javaScript && program().engine === 'firefox')
    await context.addCookies([{ ...scriptsOff, url: origin }])
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
  await clearCookies(profile)
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
