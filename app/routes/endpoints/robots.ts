import { href } from 'react-router'
import { appContext } from '#app/request/contexts.ts'
import type { Route } from './+types/robots.ts'

/** Not pages, prefixes of addresses, or too many pages. Private pages have a robots tag instead. */
const DISALLOWED_PATHS = [
  ...[
    '/dev/',
    '/hooks/',
    '/calendar/',
    '/likes',
    '/uploads',
    '/sign-out',
    '/sandbox',
    '/search',
    '/zip',
  ],
]

export function loader({ request, context }: Route.LoaderArgs) {
  const { originOf } = context.get(appContext)
  const lines = ['User-agent: *', ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`)]
  return new Response(
    `${lines.join('\n')}\n\nSitemap: ${originOf(request)}${href('/sitemap.xml')}\n`,
    {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
      },
    },
  )
}
