import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext } from '#app/request/contexts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { currentVersions, upcomingVersions } from '#domain/site/legal/legal.ts'
import { LEGAL_PAGES } from '#domain/site/legal/legal-pages.ts'
import type { Route } from './+types/legal.ts'

export const meta: Route.MetaFunction = () => pageMeta('Legal pages')

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContext)
  const now = clock()
  const [versions, upcoming] = await Promise.all([
    currentVersions(db, now),
    upcomingVersions(db, now),
  ])
  return {
    versions: versions.map((version) => ({
      ...version,
      next: upcoming.find(({ page }) => page === version.page) ?? null,
    })),
  }
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Legal pages"
      line="Published versions never change. When you publish a new version, everyone it concerns is asked to agree before they begin anything new."
    >
      <ul className="mt-8 border-t border-line">
        {loaderData.versions.map(({ page, version, publishedAt, publishedBy, isDraft, next }) => (
          <li
            key={page}
            className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-line py-4"
          >
            <div className="min-w-0">
              <h2 className="text-lg">
                <TextLink to={href('/admin/legal/:page', { page })}>
                  {LEGAL_PAGES[page].title}
                </TextLink>
              </h2>
              <p className="text-sm text-soft wrap-anywhere">
                Version {version}, <Moment at={publishedAt} />
                {publishedBy && ` by ${publishedBy}`}
              </p>
              {next && (
                <p className="text-sm text-soft">
                  Version {next.version} applies from <Moment at={next.appliesFrom} as="day" />
                </p>
              )}
            </div>
            <p className="flex flex-wrap items-center gap-4 text-sm">
              {isDraft && (
                <>
                  <Badge kind="accent">Draft</Badge> Have a lawyer check it
                </>
              )}
              <TextLink to={href(`/${page}`)}>View the page</TextLink>
            </p>
          </li>
        ))}
      </ul>
    </AdminFrame>
  )
}
