import type * as z from 'zod'
import type { SectionType } from '#db/enums.ts'
import { pages } from '#domain/shared/pages.ts'
import type { SectionChecks } from './section-checks.ts'
import { carouselItems } from './section-limits.ts'

// Every type of home section, once; docs/changing.md lists what else a new one needs. Pure: the
// browser uses it too, which is why schemas are built from checks passed in as arguments.

export const carouselFilters = ['latest', 'brand', 'occasion', 'style'] as const

const records = {
  hero: section({
    type: 'hero',
    name: 'Hero Banner',
    schema: (is) =>
      is.content({
        description: is.text,
        button_text: is.line,
        button_link: is.link(pages.home),
        image_id: is.image,
      }),
    empty: { description: '', button_text: '', button_link: pages.home, image_id: null },
  }),
  subtitle: section({
    type: 'subtitle',
    name: 'Subtitle',
    schema: (is) => is.content({}),
    empty: {},
  }),
  stats: section({
    type: 'stats',
    name: 'Statistics',
    schema: (is) =>
      is.content({
        show_brands: is.yesOrNo,
        show_customers: is.yesOrNo,
        show_items: is.yesOrNo,
        show_items_rented: is.yesOrNo,
      }),
    empty: { show_brands: true, show_customers: true, show_items: true, show_items_rented: true },
  }),
  carousel: section({
    type: 'carousel',
    name: 'Carousel',
    schema: (is) =>
      is.content({
        filter_type: is.oneOf(carouselFilters),
        // 'all', a brand's id, an occasion or a style.
        filter_value: is.line.min(1),
        limit: is.wholeNumber.min(carouselItems.least).max(carouselItems.max),
      }),
    empty: { filter_type: 'latest', filter_value: 'all', limit: carouselItems.usual },
  }),
  brands: section({
    type: 'brands',
    name: 'Brand Logos',
    schema: (is) => is.content({}),
    empty: {},
  }),
  text: section({
    type: 'text',
    name: 'Text Block',
    schema: (is) => is.content({ text: is.text }),
    empty: { text: '' },
  }),
  cta: section({
    type: 'cta',
    name: 'Call to Action',
    schema: (is) => is.content({ button_text: is.line, button_link: is.link(pages.about) }),
    empty: { button_text: '', button_link: pages.about },
  }),
} satisfies { readonly [Type in SectionType]: { readonly type: Type } }

/** What each type of section stores in `home_sections.content` (spec 13.1). */
export type SectionContent = {
  readonly [Type in SectionType]: Readonly<z.output<ReturnType<(typeof records)[Type]['schema']>>>
}

export type SectionRecord<Type extends SectionType = SectionType> = {
  readonly type: Type
  /** Its name for admins (spec 13.1). */
  readonly name: string
  /** For saving. Stored content is read leniently by the same schema. */
  readonly schema: (is: SectionChecks) => SectionSchema<SectionContent[Type]>
  /** The content of a new section, and the default for anything invalid in stored content. */
  readonly empty: SectionContent[Type]
}

type SectionSchema<Content> = z.ZodType<Content> & {
  readonly shape: Readonly<Record<string, z.ZodType>>
}

export const sectionRecords: { readonly [Type in SectionType]: SectionRecord<Type> } = records

/** Infers the type of `empty` from the schema. */
function section<
  Type extends SectionType,
  Schema extends z.ZodObject<Record<string, z.ZodType>>,
>(record: {
  readonly type: Type
  readonly name: string
  readonly schema: (is: SectionChecks) => Schema
  readonly empty: NoInfer<z.output<Schema>>
}) {
  return record
}
