import type { CardItem } from '#app/components/card-item.ts'

// The sections of the home page as views take them: plain props, every fallback already decided.

type Section<Type extends string, Props> = {
  readonly id: string
  readonly type: Type
} & Readonly<Props>

export type HeroProps = {
  title: string
  subtitle: string
  description: string
  /** Null hides the button; `link` is a same-site path or an https address. */
  button: { readonly text: string; readonly link: string } | null
  /** `/images/{id}` of a portrait or landscape picture, or null for type alone. */
  imageUrl: string | null
  /** A landscape fills the cover and carries the text; a portrait stands beside it. */
  imageIsWide: boolean
}

export type SubtitleProps = { title: string | null; subtitle: string | null }

export type StatsProps = {
  title: string | null
  subtitle: string | null
  /** In the order shown; `plus` puts a + behind the figure. Switched-off counters are left out. */
  counters: readonly {
    readonly label: string
    readonly value: number
    readonly plus: boolean
  }[]
  /** How the figures are to be read. */
  note: string | null
}

export type CarouselProps = {
  title: string | null
  subtitle: string | null
  items: readonly CardItem[]
  /** Where the whole list is, if there is one. */
  more: { readonly text: string; readonly link: string } | null
}

export type BrandsProps = {
  title: string | null
  subtitle: string | null
  brands: readonly {
    readonly id: string
    readonly name: string
    readonly logoUrl: string | null
    readonly dealDetails: string | null
  }[]
}

/** Blank lines in `text` part paragraphs. */
export type TextProps = { title: string | null; subtitle: string | null; text: string }

export type CtaProps = {
  title: string | null
  subtitle: string | null
  button: { readonly text: string; readonly link: string }
}

export type HomeSection =
  | Section<'hero', HeroProps>
  | Section<'subtitle', SubtitleProps>
  | Section<'stats', StatsProps>
  | Section<'carousel', CarouselProps>
  | Section<'brands', BrandsProps>
  | Section<'text', TextProps>
  | Section<'cta', CtaProps>
