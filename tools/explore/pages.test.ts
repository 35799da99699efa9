import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { legalPages } from '#db/enums.ts'
import { belongTogether, isPage } from './pages.ts'

test('every page of the site has its title and heading here', () => {
  const routes = readFileSync('app/routes.ts', 'utf8')
  const screens = [...routes.matchAll(/ route\(\s*'([^'*]+)',\s*'[^']*\.tsx'/g)]
  const paths = [...screens.map(([, path]) => path), ...legalPages].map((path) => `/${path}`)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !isPage(path))).toEqual([])
})

test('the title and the heading of another page do not belong to an address', () => {
  expect(belongTogether('/occasions', 'Rent by Occasion · Hemline', 'Rent by Occasion')).toBe(true)
  expect(belongTogether('/occasions', 'Rent by Location · Hemline', 'Rent by Location')).toBe(false)
  expect(belongTogether('/item/1', 'Silk dress · Hemline', 'Velvet dress')).toBe(false)
  expect(belongTogether('/item/1', '\u2068Silk dress\u2069 · Hemline', 'Silk dress')).toBe(true)
  expect(belongTogether('/credits', 'Credits · Hemline', '1,051 credits')).toBe(true)
  expect(belongTogether('/item/1', 'Item Not Found · Hemline', 'Item Not Found')).toBe(true)
})
