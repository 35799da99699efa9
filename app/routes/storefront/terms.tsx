import { href } from 'react-router'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/terms.ts'
import { LegalPageView, withoutIndex } from './legal-page.tsx'
import { loadLegalPage } from './load-legal-page.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...publicMeta(matches, {
    title: 'Terms',
    description: 'The rules for renting on Hemline.',
    path: href('/terms'),
  }),
  ...withoutIndex(loaderData),
]

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadLegalPage(request, context, 'terms')
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPageView {...loaderData} />
}
