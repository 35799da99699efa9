import { href } from 'react-router'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { legalPages } from '#db/enums.ts'
import { LEGAL_PAGES } from '#domain/site/legal/legal-pages.ts'
import type { Route } from './+types/legal.ts'
import { LegalPageView, withoutIndex } from './legal-page.tsx'
import { loadLegalPage } from './load-legal-page.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData && [
    ...publicMeta(matches, { ...LEGAL_PAGES[loaderData.page], path: href(`/${loaderData.page}`) }),
    ...withoutIndex(loaderData),
  ]

/** Each legal page has a route of its own, with its name as the pattern. */
export async function loader({ request, context, pattern }: Route.LoaderArgs) {
  const page = legalPages.find((name) => pattern === name)
  if (!page) throw new Error(`no legal page at ${pattern}`)
  return await loadLegalPage(request, context, page)
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return <LegalPageView {...loaderData} />
}
