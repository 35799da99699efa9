import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { installWithApt } from './apt.ts'
import type { BrowserProgram } from './chromium.ts'

const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

const installed = () => places.find((path) => existsSync(path))

export default async function (project: TestProject): Promise<void> {
  project.provide('browser', await findFirefox())
}

async function findFirefox(): Promise<BrowserProgram | null> {
  const path = installed() ?? ((await installWithApt('firefox-esr')) && installed())
  if (path) return { engine: 'firefox', path, args: [], ignoreDefaultArgs: [] }
  console.log('Firefox is left out: it is not installed, and only root can install it on Debian.')
  return null
}
