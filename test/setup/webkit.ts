import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import { spawnWatched } from '#db/embedded/watched-child.mjs'
import { installWithApt } from './apt.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where it is not installed and cannot be. */
    webkit: WebKit | null
  }
}

export interface WebKit {
  /** The program that a driver of it starts. */
  readonly browser: string
  /** The environment of a driver. */
  readonly env: Readonly<Record<string, string>>
}

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'

// Without it, the toolbar of the browser would make no window narrower than 447 pixels.
const narrowToolbar = `
  button, entry { padding: 0; margin: 0; border: 0; min-width: 0; }
  image { -gtk-icon-source: none; }
`
// The browser asks for reduced motion.
const settings = '[Settings]\ngtk-enable-animations=0\n'

/** Starts an X server whose screen nobody sees. */
export default async function (project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const browser = await findBrowser()
  if (!browser) {
    console.log('WebKit is left out: it is not installed, and only root can install it on Debian.')
    project.provide('webkit', null)
    return
  }
  const home = mkdtempSync(join(tmpdir(), 'hemline-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), narrowToolbar)
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), settings)
  const screen = spawnWatched(
    SCREEN,
    ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { output: 'pipe' },
  )
  const stop = async () => {
    await screen.stop()
    rmSync(home, { recursive: true })
  }
  screen.stderr?.resume()
  const display = await firstLine(screen.stdout)
  if (!display) {
    await stop()
    throw new Error('Xvfb does not start.')
  }
  const folders = ['CONFIG', 'CACHE', 'DATA', 'STATE'].map((kind) => [`XDG_${kind}_HOME`, home])
  // Date fields begin with the month.
  const language = { LC_ALL: 'C.UTF-8' }
  const own = { ...language, DISPLAY: `:${display}`, NO_AT_BRIDGE: '1' }
  const env = { ...Object.fromEntries(folders), ...own }
  project.provide('webkit', { browser, env })
  return stop
}

async function findBrowser(): Promise<string | null> {
  return installed() ?? ((await installWithApt('webkit2gtk-driver', 'xvfb')) ? installed() : null)
}

function installed(): string | null {
  if (!existsSync(DRIVER) || !existsSync(SCREEN)) return null
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  return browser ?? null
}

/** Null if it ends without one. */
async function firstLine(output: NodeJS.ReadableStream | null): Promise<string | null> {
  if (!output) return null
  for await (const line of createInterface({ input: output })) return line
  return null
}
