import { href } from 'react-router'
import { appContext } from '#app/request/contexts.ts'
import { answerXml, urlSet } from '#app/responses/xml-file.ts'
import { legalPages } from '#db/enums.ts'
import { sitemapPage } from '#domain/catalogue/items/sitemap.ts'
import type { Route } from './+types/sitemap-page.ts'

const STATIC_PATHS = [
  ...[href('/'), href('/styles'), href('/locations'), href('/occasions'), href('/sizes')],
  ...[
    href('/list-your-closet'),
    href('/how-it-works'),
    href('/help'),
    href('/api'),
    href('/about'),
    href('/feedback'),
  ],
  ...legalPages.map((page) => href(`/${page}`)),
]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, originOf } = context.get(appContext)
  const origin = originOf(request)
  if (params.file === 'pages.xml')
    return answerXml(urlSet(STATIC_PATHS.map((path) => ({ loc: origin + path }))))
  const number = Number(/^items-([1-9]\d{0,5})\.xml$/.exec(params.file)?.[1] ?? 0)
  const items = number > 0 ? await sitemapPage(db, number) : null
  if (!items) throw new Response('Not found\n', { status: 404 })
  return answerXml(
    urlSet(
      items.map(({ id, updatedAt }) => ({
        loc: `${origin}${href('/item/:id', { id })}`,
        changed: updatedAt,
      })),
    ),
  )
}
