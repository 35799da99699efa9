import type { CardItem } from '#app/components/card-item.ts'
import type { SectionType } from '#db/enums.ts'
import type { HomeSection as Section } from '#domain/home-page/home-page.ts'

type Shown = {
  readonly [Type in SectionType]: Type extends 'carousel'
    ? Omit<Section<Type>, 'items'> & { readonly items: readonly CardItem[] }
    : Section<Type>
}

/** The sections of the home page as views take them: with the hearts of whoever looks at them. */
export type HomeSection<Type extends SectionType = SectionType> = {
  [T in Type]: { readonly type: T } & Shown[T]
}[Type]
