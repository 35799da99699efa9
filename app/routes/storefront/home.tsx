import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { href } from 'react-router'
import { HomeSections } from '#app/components/home/home-sections.tsx'
import { sectionsIn } from '#app/components/home/sections-json.ts'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { appContext, viewerIn } from '#app/request/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { lazyPart } from '#app/ui/parts/lazy-part.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import { carouselChoices } from '#domain/site/home/home.ts'
import { readSiteStyle, styleVersion } from '#domain/site/style/style.ts'
import type { Route } from './+types/home.ts'
import { editablePage, homeViews } from './home-views.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'Hemline · Rent designer fashion by the week',
    description: 'Rent designer clothes by the week from closets near you.',
    path: href('/'),
  })

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const shown = await homeViews(context)
  const isEditing = new URL(request.url).searchParams.get('edit') === 'true'
  if (!isEditing || !asAdmin(viewerIn(context).person)) return { ...shown, editor: null }
  const [page, choices, style] = await Promise.all([
    editablePage(context),
    carouselChoices(db),
    readSiteStyle(db),
  ])
  return { ...shown, editor: { page, choices, style, styleVersion: styleVersion(style) } }
}

// Visitors never load these.
const OwnHomeLine = lazyPart(() => import('#app/components/home/own-home.tsx'), 'OwnHomeLine')
const HomeEditor = lazy(async () => {
  const { HomeEditor } = await import('#app/components/editor/home-editor.tsx')
  return { default: HomeEditor }
})

export default function Home({ loaderData }: Route.ComponentProps) {
  const { sections: json, liked, own, editor } = loaderData
  const sections = useMemo(() => sectionsIn(json, liked), [json, liked])
  const page = (
    <>
      {own && (
        <Suspense>
          <OwnHomeLine {...own} />
        </Suspense>
      )}
      {sections.length > 0 ? <HomeSections sections={sections} /> : <NotConfigured />}
    </>
  )
  return editor ? <EditedHome editor={editor} page={page} /> : page
}

type EditedHomeProps = {
  readonly editor: NonNullable<Route.ComponentProps['loaderData']['editor']>
  readonly page: ReactNode
}

function EditedHome({ editor, page }: EditedHomeProps) {
  if (useHydrated()) {
    return (
      <Suspense fallback={page}>
        <HomeEditor {...editor} />
      </Suspense>
    )
  }
  return (
    <>
      {/* Replaces the edit bar, only without scripts. */}
      <noscript>
        <p className="page-column py-4">You need JavaScript to edit the home page.</p>
      </noscript>
      {page}
    </>
  )
}

function NotConfigured() {
  return (
    <div className="page-column pt-16 pb-8 text-center sm:pt-24">
      <h1>Welcome to Hemline</h1>
      <EmptyState
        title="Your home page is being configured. Check back soon!"
        action={<LinkButton to={href('/styles')}>Browse by style</LinkButton>}
      />
    </div>
  )
}
