import { href } from 'react-router'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/lending-terms.ts'
import { LegalPageView, withoutIndex } from './legal-page.tsx'
import { loadLegalPage } from './load-legal-page.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...publicMeta(matches, {
    title: 'Lending terms',
    description: 'The rules for closets that list on Hemline.',
    path: href('/lending-terms'),
  }),
  ...withoutIndex(loaderData),
]

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadLegalPage(request, context, 'lending-terms')
}

export default function LendingTerms({ loaderData }: Route.ComponentProps) {
  return <LegalPageView {...loaderData} />
}
