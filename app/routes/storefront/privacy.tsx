import { href } from 'react-router'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/privacy.ts'
import { LegalPageView, withoutIndex } from './legal-page.tsx'
import { loadLegalPage } from './load-legal-page.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...publicMeta(matches, {
    title: 'Privacy',
    description: 'What data we store, who can see it and how to delete it.',
    path: href('/privacy'),
  }),
  ...withoutIndex(loaderData),
]

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadLegalPage(request, context, 'privacy')
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPageView {...loaderData} />
}
