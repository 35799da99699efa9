import type { RouterContextProvider } from 'react-router'
import type { HomeSection as SectionView } from '#app/components/home/section-types.ts'
import type { HomeDraft } from '#domain/home-page/home-draft.ts'
import { type HomeSection, homePageToEdit, previewSections } from '#domain/home-page/home-page.ts'
import { withLikes } from '#domain/likes/like-queries.ts'
import { appContext, shopperIn } from './contexts.ts'

type Context = Readonly<RouterContextProvider>

/** Sections as the viewer sees them, with their likes. */
export async function viewsOf(
  context: Context,
  sections: readonly HomeSection[],
): Promise<SectionView[]> {
  const { db } = context.get(appContext)
  const shown = sections.flatMap((section) => (section.type === 'carousel' ? section.items : []))
  const cards = await withLikes(db, shopperIn(context), shown)
  const cardsById = new Map(cards.map((card) => [card.id, card]))
  return sections.map((section) =>
    section.type === 'carousel'
      ? { ...section, items: section.items.flatMap(({ id }) => cardsById.get(id) ?? []) }
      : section,
  )
}

/** The view of each section of a draft; sections with nothing to show are missing. */
export async function draftViews(
  context: Context,
  sections: HomeDraft['sections'],
): Promise<SectionView[]> {
  const { db } = context.get(appContext)
  const previews = await previewSections(db, sections)
  return viewsOf(
    context,
    previews.filter((section) => section !== null),
  )
}

export type EditablePage = { readonly draft: HomeDraft; readonly views: readonly SectionView[] }

/** The saved page, for an editor to start from. */
export async function editablePage(context: Context): Promise<EditablePage> {
  const draft = await homePageToEdit(context.get(appContext).db)
  return { draft, views: await draftViews(context, draft.sections) }
}
