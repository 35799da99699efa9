import { allFontFaces, sheetName, styleSheet } from '#app/rendering/style-sheet.ts'
import { appContext } from '#app/request/contexts.ts'
import { readSiteStyle } from '#domain/site/style/style.ts'
import type { Route } from './+types/site-style.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The style of the site at an address with its hash, and every font for the editor's preview at
 * `fonts.css`. A page rendered before the last change requests an older hash: it gets the current
 * style, uncached.
 */
export async function loader({ params: { file }, context }: Route.LoaderArgs) {
  if (file === 'fonts.css') return css(allFontFaces(), 'no-store')
  if (!/^[\w-]{22}\.css$/.test(file)) throw new Response('Not found\n', { status: 404 })
  const text = styleSheet(await readSiteStyle(context.get(appContext).db))
  return css(text, sheetName(text) === file ? IMMUTABLE : 'no-store')
}

function css(text: string, cacheControl: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': cacheControl },
  })
}
