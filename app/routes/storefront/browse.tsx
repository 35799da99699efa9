import { href } from 'react-router'
import { GroupsPage } from '#app/components/browse/groups-page.tsx'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/browse.ts'
import { browseFixed } from './browse-loader.ts'

const PAGES = [
  {
    pattern: 'styles',
    kind: 'style',
    title: 'Rent by Style',
    introduction: 'Everyday and formal clothes from closets near you, rented by the week.',
  },
  {
    pattern: 'occasions',
    kind: 'occasion',
    title: 'Rent by Occasion',
    introduction: 'Find something to wear for every occasion, from closets near you.',
  },
  {
    pattern: 'sizes',
    kind: 'size',
    title: 'Rent by Size',
    introduction: 'Browse items in your size, newest first.',
  },
] as const

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData && [
    ...publicMeta(matches, {
      title: loaderData.title,
      description: loaderData.introduction,
      path: href(`/${loaderData.pattern}`),
    }),
  ]

/** The items by style, occasion or size: each has a route of its own. */
export async function loader({ request, context, pattern }: Route.LoaderArgs) {
  const page = PAGES.find((one) => pattern === one.pattern)
  if (!page) throw new Error(`no groups at ${pattern}`)
  return { ...page, groups: await browseFixed(context, request, page.kind) }
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  return <GroupsPage {...loaderData} />
}
