import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver'
import { expect, inject } from 'vitest'
import { spawnWatched } from '#db/embedded/watched-child.mjs'
import { freePort } from '#test/free-port.ts'

/** A window of 390 pixels is a phone, one of 1280 a desktop. */
export interface Window {
  readonly width: 390 | 1280
  readonly javaScript: boolean
}

const windows = new Map<string, Promise<WebDriver>>()

/** A browser with this window. It is reused, and ends with its worker. */
export function windowOf(wanted: Window): Promise<WebDriver> {
  const key = JSON.stringify(wanted)
  const known = windows.get(key) ?? open(wanted)
  windows.set(key, known)
  return known
}

async function open({ width, javaScript }: Window): Promise<WebDriver> {
  const webkit = inject('webkit')
  if (!webkit) throw new Error('There is no WebKit here.')
  const args = ['--automation', ...(javaScript ? [] : ['--enable-javascript=false'])]
  const driver = await new Builder()
    .usingServer(await startDriver(webkit.env))
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: webkit.browser, args },
      }),
    )
    .build()
  const height = width < 600 ? 844 : 800
  await driver.manage().window().setRect({ x: 0, y: 0, width, height })
  expect(await driver.executeScript('return innerWidth')).toBe(width)
  await driver.get('data:text/html,<script>document.title = "scripts run"</script>')
  expect(await driver.getTitle()).toBe(javaScript ? 'scripts run' : '')
  return driver
}

/** One for each browser: a driver of WebKit has a single session. Returns its address. */
async function startDriver(env: Readonly<Record<string, string>>): Promise<string> {
  const port = await freePort()
  const child = spawnWatched('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, ...env },
    output: 'ignore',
  })
  let hasEnded = false
  void child.ended.then(() => {
    hasEnded = true
  })
  const address = `http://127.0.0.1:${port}`
  await expect
    .poll(async () => hasEnded || (await fetch(`${address}/status`).catch(() => null))?.ok)
    .toBe(true)
  if (hasEnded) throw new Error('The driver of WebKit does not start.')
  return address
}
