import { AboutBlockView } from '#app/components/about/about-block.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext, viewerIn } from '#app/http/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { aboutBlocks, siteFigures } from '#domain/about-page/about-page.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import type { Route } from './+types/about.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta('About', 'A shared wardrobe of beautiful clothes, and the people behind it.')

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const blocks = await aboutBlocks(db, asAdmin(viewerIn(context).person))
  const figures = blocks.some(({ section }) => section === 'stats') ? await siteFigures(db) : null
  return { blocks, figures }
}

export default function About({ loaderData: { blocks, figures } }: Route.ComponentProps) {
  if (blocks.length === 0) {
    return (
      <EmptyState
        title="There is nothing to read here yet"
        action={<LinkButton to="/">Go to the home page</LinkButton>}
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
        />
      ))}
    </>
  )
}
