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

test('the lockfile can be read, and answers what package.json asks', () => {
  const asked = JSON.parse(readFileSync('package.json', 'utf8'))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    expect(packages[''][kind], kind).toEqual(asked[kind])
})
