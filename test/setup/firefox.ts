import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { installWithApt } from './apt.ts'

const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

const installed = () => places.find((path) => existsSync(path))

/** Fails the run where there is no Firefox: its tests are asked for by name. */
export default async function (project: TestProject): Promise<void> {
  const given = process.env.FIREFOX_PATH
  const path = given ?? installed() ?? ((await installWithApt('firefox-esr')) && installed())
  if (!path)
    throw new Error('There is no Firefox: install one, or set FIREFOX_PATH to where it is.')
  project.provide('browser', { engine: 'firefox', path, args: [], ignoreDefaultArgs: [] })
}
