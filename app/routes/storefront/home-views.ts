import type { OwnHome } from '#app/components/home/own-home.tsx'
import type {
  EditablePage,
  HomeSection as SectionView,
} from '#app/components/home/section-types.ts'
import { forViewer, type SectionsJson, sectionsJson } from '#app/components/home/sections-json.ts'
import { appContext, type Context, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { distancesFrom } from '#app/request/place/distances.ts'
import { instantOf } from '#app/request/place/instant.ts'
import { readShared } from '#app/request/read-shared.ts'
import type { Db } from '#db/connection.ts'
import { findHomeViewer } from '#domain/booking/rentals/lists/home-viewer.ts'
import { withLikesAndReaches } from '#domain/catalogue/likes/like-queries.ts'
import type { Reaches } from '#domain/catalogue/reach/reach.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import {
  type HomeSection,
  homePageToEdit,
  homeSections,
  previewSections,
} from '#domain/site/home/home.ts'
import type { HomeDraft } from '#domain/site/home/home-draft.ts'
import { ownHome } from './own-home.ts'

export type HomeViews = {
  readonly sections: SectionsJson
  /** The cards that the viewer likes; null for viewers who cannot like. */
  readonly liked: readonly string[] | null
  readonly own: OwnHome | null
}

/** The sections of the saved page, which many people share, with what is the viewer's own. */
export async function homeViews(context: Context): Promise<HomeViews> {
  const { db, site } = context.get(appContext)
  const { siteVersion } = viewerIn(context)
  const {
    sections: shared,
    cards,
    reaches,
  } = await readShared(
    context,
    (lists) => lists.home,
    String(siteVersion),
    async () => {
      const content = await site.homeContent(db, siteVersion)
      const read = await viewsOf(db, null, await homeSections(db, content))
      const views = withOneTitle(read.views)
      return { sections: sectionsJson(views), cards: views.flatMap(cardsIn), reaches: read.reaches }
    },
  )
  const shopper = shopperIn(context)
  const today = todayIn(context)
  const [viewer, instant] = await Promise.all([
    shopper && findHomeViewer(db, shopper, { cards, today }),
    instantOf(context, cards),
  ])
  const distances = distancesFrom(context, reaches)
  const isOwn = Object.keys(distances).length + instant.size > 0
  const sections = isOwn ? forViewer(shared, distances, instant) : shared
  if (!viewer) return { sections, liked: null, own: null }
  return { sections, liked: viewer.liked, own: ownHome(viewer, today) }
}

/** The first hero has the title of the page. */
function withOneTitle(sections: readonly SectionView[]): SectionView[] {
  const first = sections.find(({ type }) => type === 'hero')
  return sections.map((section) =>
    section.type === 'hero' && section !== first ? { ...section, isFurther: true } : section,
  )
}

const cardsIn = (section: SectionView) => (section.type === 'carousel' ? section.items : [])

/** Sections with the likes of their items, and whom these can reach. */
async function viewsOf(
  db: Db,
  shopper: Shopper | null,
  sections: readonly HomeSection[],
): Promise<{ views: SectionView[]; reaches: Reaches }> {
  const shown = sections.flatMap((section) => (section.type === 'carousel' ? section.items : []))
  const { items, reaches } = await withLikesAndReaches(db, shopper, shown)
  const cardsById = new Map(items.map((card) => [card.id, card]))
  const views = sections.map((section) =>
    section.type === 'carousel'
      ? { ...section, items: section.items.flatMap(({ id }) => cardsById.get(id) ?? []) }
      : section,
  )
  return { views, reaches }
}

/** The view of each section of a draft; sections with nothing to show are missing. */
export async function draftViews(
  context: Context,
  sections: HomeDraft['sections'],
): Promise<SectionView[]> {
  const { db } = context.get(appContext)
  const previews = await previewSections(db, sections)
  const { views } = await viewsOf(
    db,
    shopperIn(context),
    previews.filter((section) => section !== null),
  )
  return views
}

/** The saved page, for an editor to start from. */
export async function editablePage(context: Context): Promise<EditablePage> {
  const draft = await homePageToEdit(context.get(appContext).db)
  return { draft, views: await draftViews(context, draft.sections) }
}
