import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { memoryHasRoom } from '#db/embedded/memory.ts'
import { root } from '../../bin/install.mjs'
import { installWithApt } from './apt.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where there is none. */
    browser: BrowserProgram | null
  }
}

export interface BrowserProgram {
  readonly engine: 'chromium' | 'firefox'
  readonly path: string
  readonly args: readonly string[]
  /** Arguments that Playwright must not add. */
  readonly ignoreDefaultArgs: string[]
}

const always = [
  '--no-first-run',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// By default Playwright puts shared memory in files on disk, for containers with little memory.
const ignoreDefaultArgs = memoryHasRoom(1) ? ['--disable-dev-shm-usage'] : []

const usualPlaces = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
    ['/usr/bin', '/usr/local/bin', '/snap/bin'].map((folder) => `${folder}/${name}`),
  ),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

// Our pages are too short-lived for optimizing compilers and parallel garbage collection, which
// take about a tenth of Chromium's time.
const jsFlags = '--js-flags=--no-turbofan --no-maglev --single-threaded-gc'

// Chromium keeps a spare process ready for another site, which no test visits; that is a tenth of
// the journeys' work. The flag replaces Playwright's, so its relevant features are listed too.
const disabledFeatures = [
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
]
const withoutFeatures = `--disable-features=${disabledFeatures.join(',')}`

export default async function (project: TestProject): Promise<void> {
  const { args, ...found } = await findChromium()
  project.provide('browser', { ...found, args: [...args, jsFlags, withoutFeatures] })
}

/**
 * The first of these that starts here: the configured Chromium; npm's, which is the same everywhere
 * and the fastest headless one; an installed one; or apt's.
 */
export const findChromium = () => firstThatStarts([fromPackage, installed, fromApt])

/** Never npm's headless one: measurements need the browser that people use. */
export const findWholeChromium = () => firstThatStarts([installed, fromApt])

async function firstThatStarts(
  ways: readonly (() => Promise<BrowserProgram | null>)[],
): Promise<BrowserProgram> {
  const given = process.env.CHROMIUM_PATH
  for (const find of given ? [() => thatStarts(given)] : ways) {
    const found = await find()
    if (found) return found
  }
  throw new Error(
    given
      ? `CHROMIUM_PATH is ${given}, which does not start.`
      : 'No Chromium starts on this machine: install one, or set CHROMIUM_PATH to where it is.',
  )
}

async function thatStarts(
  path: string,
  args: readonly string[] = [],
): Promise<BrowserProgram | null> {
  if (!existsSync(path)) return null
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const all = [...new Set([...always, ...asRoot, ...args])]
  try {
    const how = { args: all, ignoreDefaultArgs }
    const browser = await chromium.launch({ executablePath: path, ...how, timeout: 30_000 })
    await (await browser.newPage()).goto('data:text/html,it starts')
    await browser.close()
    return { engine: 'chromium', path, ...how }
  } catch {
    return null
  }
}

async function installed(): Promise<BrowserProgram | null> {
  for (const path of usualPlaces) {
    const found = await thatStarts(path)
    if (found) return found
  }
  return null
}

/** Unpacks once, beside the package. Simultaneous processes each unpack; one result is used. */
async function fromPackage(): Promise<BrowserProgram | null> {
  try {
    const unpacked = join(root, 'node_modules/@sparticuz/chromium/unpacked')
    if (!existsSync(unpacked)) {
      const { default: packed } = await import('@sparticuz/chromium')
      const own = mkdtempSync(`${unpacked}-`)
      await inTemporaryFolder(own, () => packed.executablePath())
      if (existsSync(unpacked)) rmSync(own, { recursive: true })
      else renameSync(own, unpacked)
    }
    return await thatStarts(join(unpacked, 'chromium'), ['--no-sandbox'])
  } catch {
    return null
  }
}

/** The package unpacks to the temporary folder and would reuse files that already exist there. */
async function inTemporaryFolder(folder: string, act: () => Promise<unknown>): Promise<void> {
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await act()
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
}

async function fromApt(): Promise<BrowserProgram | null> {
  return (await installWithApt('chromium')) ? thatStarts('/usr/bin/chromium') : null
}
