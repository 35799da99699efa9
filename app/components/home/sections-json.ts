import type { HomeSection } from './section-types.ts'

/**
 * Sections as JSON, without anybody's likes. Many people are sent the same sections, and React
 * Router encodes a string in one step, but a list value by value for every response.
 */
export type SectionsJson = string & { readonly brand?: 'sections of the home page' }

export function sectionsJson(sections: readonly HomeSection[]): SectionsJson {
  return JSON.stringify(sections)
}

/**
 * The sections for a viewer: with how far the items are, by id, and which are confirmed at once.
 * @param instant ids of items
 */
export function forViewer(
  json: SectionsJson,
  distances: Readonly<Record<string, string>>,
  instant: ReadonlySet<string>,
): SectionsJson {
  const sections: HomeSection[] = JSON.parse(json)
  return sectionsJson(
    sections.map((section) =>
      section.type === 'carousel'
        ? {
            ...section,
            items: section.items.map((item) => ({
              ...item,
              distance: distances[item.id],
              ...(instant.has(item.id) && { instant: true }),
            })),
          }
        : section,
    ),
  )
}

/**
 * The sections with the likes of the viewer.
 * @param liked ids of items; null for viewers who cannot like
 */
export function sectionsIn(json: SectionsJson, liked: readonly string[] | null): HomeSection[] {
  const sections: HomeSection[] = JSON.parse(json)
  const own = liked && new Set(liked)
  return sections.map((section) =>
    section.type === 'carousel'
      ? {
          ...section,
          items: section.items.map((item) => ({ ...item, liked: own ? own.has(item.id) : null })),
        }
      : section,
  )
}
