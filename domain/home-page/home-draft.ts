import type { SectionType } from '#db/enums.ts'

// The home page as its editor holds it. Pure: the browser uses it too.

/** What each type of section keeps in `home_sections.content` (spec 13.1). */
export type SectionContent = {
  readonly hero: {
    readonly description: string
    readonly button_text: string
    readonly button_link: string
    readonly image_id: string | null
  }
  readonly subtitle: Readonly<Record<never, never>>
  readonly stats: {
    readonly show_brands: boolean
    readonly show_customers: boolean
    readonly show_items: boolean
    readonly show_items_rented: boolean
  }
  readonly carousel: {
    readonly filter_type: 'latest' | 'brand' | 'occasion' | 'style'
    /** 'all', a brand's id, an occasion or a style. */
    readonly filter_value: string
    readonly limit: number
  }
  readonly brands: Readonly<Record<never, never>>
  readonly text: { readonly text: string }
  readonly cta: { readonly button_text: string; readonly button_link: string }
}

export type DraftSection<Type extends SectionType = SectionType> = {
  [T in Type]: {
    /** Of a saved section its own; a new one carries a temporary id until it is saved. */
    readonly id: string
    readonly type: T
    readonly title: string
    readonly subtitle: string
    readonly isVisible: boolean
    readonly content: SectionContent[T]
  }
}[Type]

export type HomeDraft = {
  /** Of the saved page that the draft began from. */
  readonly version: number
  readonly sections: readonly DraftSection[]
}

/** The page ends somewhere, however many sections were made. */
export const MOST_SECTIONS = 30
/** How many items a carousel shows (spec 13.1). */
export const carouselItems = { least: 1, most: 20, usual: 8 } as const
export const LONGEST_LINE = 300
export const LONGEST_TEXT = 20_000

/** What a section holds when it is added. */
export const newContent: { readonly [Type in SectionType]: SectionContent[Type] } = {
  hero: { description: '', button_text: '', button_link: '/', image_id: null },
  subtitle: {},
  stats: { show_brands: true, show_customers: true, show_items: true, show_items_rented: true },
  carousel: { filter_type: 'latest', filter_value: 'all', limit: carouselItems.usual },
  brands: {},
  text: { text: '' },
  cta: { button_text: '', button_link: '/about' },
}
