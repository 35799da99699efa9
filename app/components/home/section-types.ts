import type { CardItem } from '#app/components/card-item.ts'
import type { SectionType } from '#db/enums.ts'
import type { HomeSection as Section } from '#domain/home-page/home-page.ts'

type Shown = {
  readonly [Type in SectionType]: Type extends 'carousel'
    ? Omit<Section<Type>, 'items'> & { readonly items: readonly CardItem[] }
    : Type extends 'hero'
      ? // Its title is that of the page, unless it says otherwise.
        Section<Type> & { readonly isFurther?: boolean }
      : Section<Type>
}

/** The sections of the home page for their views, with the viewer's likes. */
export type HomeSection<Type extends SectionType = SectionType> = {
  [T in Type]: { readonly type: T } & Shown[T]
}[Type]
