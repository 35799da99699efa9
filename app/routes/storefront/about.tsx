import { lazy, Suspense, useEffect } from 'react'
import { href, useSearchParams } from 'react-router'
import { AboutBlockView } from '#app/components/about/about-block.tsx'
import { BlockTools } from '#app/components/about/block-tools.tsx'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { appContext, viewerIn } from '#app/request/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { showToast } from '#app/ui/toast-list.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import { aboutBlocks, siteFigures } from '#domain/site/about/about.ts'
import type { Route } from './+types/about.ts'
import { actOnAbout } from './about-actions.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'About',
    description: 'Hemline is a marketplace for renting clothes. Meet the people behind it.',
    path: href('/about'),
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const admin = asAdmin(viewerIn(context).person)
  const blocks = await aboutBlocks(db, admin)
  const figures = blocks.some(({ section }) => section === 'stats') ? await siteFigures(db) : null
  return { blocks, figures, canEdit: admin !== null }
}

export const action = actOnAbout

// Visitors never load it.
const EditBlock = lazy(async () => {
  const { EditBlock } = await import('#app/components/about/edit-block.tsx')
  return { default: EditBlock }
})

export default function About({ loaderData, actionData }: Route.ComponentProps) {
  const { blocks, figures, canEdit } = loaderData
  const [search] = useSearchParams()
  const refused = actionData?.ok === false ? actionData : null
  // If the session has ended while writing, the dialog stays open with the text.
  const mayEdit = canEdit || Boolean(refused && search.get('edit'))
  const edited = mayEdit ? blocks.find(({ section }) => section === search.get('edit')) : undefined
  // A dialog shows its own answer; that of a toggle is shown here.
  const lost = edited ? null : refused
  useEffect(() => {
    if (lost) showToast({ type: 'error', text: lost.problem })
  }, [lost])

  if (blocks.length === 0) {
    return (
      <EmptyState
        title="There is nothing here yet"
        action={<LinkButton to={href('/')}>Go to the home page</LinkButton>}
      />
    )
  }
  // A hero that is hidden or moved down leaves the page without its heading.
  const hasTitle = blocks[0]?.section === 'hero'
  return (
    <>
      {!hasTitle && <h1 className="sr-only">About Hemline</h1>}
      {blocks.map((block, index) => (
        <AboutBlockView
          key={block.id}
          block={block}
          figures={figures}
          heading={index === 0 && hasTitle ? 'h1' : 'h2'}
          tools={canEdit && <BlockTools block={block} />}
        />
      ))}
      {edited && (
        <Suspense>
          <EditBlock key={edited.id} block={edited} refused={refused} />
        </Suspense>
      )}
    </>
  )
}
