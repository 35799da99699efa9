import { href } from 'react-router'
import { appContext } from '#app/request/contexts.ts'
import { answerXml, sitemapIndex } from '#app/responses/xml-file.ts'
import { countSitemapPages } from '#domain/catalogue/items/sitemap.ts'
import type { Route } from './+types/sitemap.ts'

/** Lists the permanent pages, and links to the items, some thousands in each file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, originOf } = context.get(appContext)
  const origin = originOf(request)
  const pages = await countSitemapPages(db)
  const items = Array.from({ length: pages }, (_, index) => `items-${index + 1}`)
  return answerXml(
    sitemapIndex(
      ['pages', ...items].map(
        (name) => `${origin}${href('/sitemap/:file', { file: `${name}.xml` })}`,
      ),
    ),
  )
}
