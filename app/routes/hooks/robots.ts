import { href } from 'react-router'
import { appContext } from '#app/http/contexts.ts'
import type { Route } from './+types/robots.ts'

/** Private pages have their own tag; these are not pages, are address prefixes, or are countless. */
const NO_PAGES = [
  ...['/dev/', '/hooks/', '/calendar/', '/likes', '/uploads', '/sign-out', '/sandbox', '/search'],
]

export function loader({ request, context }: Route.LoaderArgs) {
  const { originOf } = context.get(appContext)
  const lines = ['User-agent: *', ...NO_PAGES.map((path) => `Disallow: ${path}`)]
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
