import { appContext } from '#app/http/contexts.ts'
import { answerXml, urlSet } from '#app/http/xml-file.ts'
import { sitemapPage } from '#domain/items/sitemap.ts'
import type { Route } from './+types/sitemap-page.ts'

const ALWAYS_THERE = [
  ...['/', '/styles', '/locations', '/occasions', '/sizes'],
  ...['/how-it-works', '/help', '/about', '/feedback', '/terms', '/privacy'],
]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, originOf } = context.get(appContext)
  const origin = originOf(request)
  if (params.file === 'pages.xml')
    return answerXml(urlSet(ALWAYS_THERE.map((path) => ({ loc: origin + path }))))
  const number = Number(/^items-([1-9]\d{0,5})\.xml$/.exec(params.file)?.[1] ?? 0)
  const items = number > 0 ? await sitemapPage(db, number) : null
  if (!items) throw new Response('Not found\n', { status: 404 })
  return answerXml(
    urlSet(items.map(({ id, updatedAt }) => ({ loc: `${origin}/item/${id}`, changed: updatedAt }))),
  )
}
