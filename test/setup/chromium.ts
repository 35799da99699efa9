import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium
  }
}

export interface Chromium {
  readonly path: string
  readonly args: readonly string[]
}

const always = [
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const usualPlaces = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
    ['/usr/bin', '/usr/local/bin', '/snap/bin'].map((folder) => `${folder}/${name}`),
  ),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export default async function (project: TestProject): Promise<void> {
  project.provide('chromium', await findChromium())
}

/** A Chromium that starts here: the one that is named, an installed one, npm's, or apt's. */
export async function findChromium(): Promise<Chromium> {
  const given = process.env.CHROMIUM_PATH
  const found = given
    ? startsWith(given)
    : (usualPlaces.map((path) => startsWith(path)).find((one) => one !== null) ??
      (await fromPackage()) ??
      (await fromApt()))
  if (found) return found
  throw new Error(
    given
      ? `CHROMIUM_PATH is ${given}, which does not start.`
      : 'No Chromium starts on this machine: install one, or set CHROMIUM_PATH to where it is.',
  )
}

function startsWith(path: string, args: readonly string[] = []): Chromium | null {
  if (!existsSync(path)) return null
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const all = [...new Set([...always, ...asRoot, ...args])]
  const { status } = spawnSync(path, [...all, '--headless', '--dump-dom', 'about:blank'], {
    timeout: 30_000,
  })
  return status === 0 ? { path, args: all } : null
}

async function fromPackage(): Promise<Chromium | null> {
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return startsWith(await chromium.executablePath(), ['--no-sandbox', '--no-zygote'])
  } catch {
    return null
  }
}

async function fromApt(): Promise<Chromium | null> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('Installing Chromium with apt-get …')
  const apt = (...args: string[]) =>
    promisify(execFile)('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
  try {
    await apt('update')
    await apt('install', '--yes', '--no-install-recommends', 'chromium')
  } catch {
    return null
  }
  return startsWith('/usr/bin/chromium')
}
