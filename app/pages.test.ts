import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { pages } from '#domain/shared/pages.ts'
import routes from './routes.ts'

/** The full paths of routes, parameters as `:id`. */
function pathsOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const own = path === '' ? above : `${above}/${path}`
    return children.length > 0 ? pathsOf(children, own) : [own || '/']
  })
}

test.for(Object.entries(pages))('%s, which the domain links to, is a route', ([, page]) => {
  expect(pathsOf(routes)).toContain(typeof page === 'function' ? page(':id') : page)
})
