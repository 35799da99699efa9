import type { CardItem } from '#app/components/items/card-item.ts'
import type { SectionType } from '#db/enums.ts'
import type { HomeSection as Section } from '#domain/site/home/home.ts'
import type { HomeDraft } from '#domain/site/home/home-draft.ts'

type Shown = {
  readonly [Type in SectionType]: Type extends 'carousel'
    ? Omit<Section<Type>, 'items'> & { readonly items: readonly CardItem[] }
    : Type extends 'hero'
      ? Section<Type> & {
          /** An earlier hero has the title of the page. */
          readonly isFurther?: boolean
        }
      : Section<Type>
}

/** The sections of the home page for their views, with the viewer's likes. */
export type HomeSection<Type extends SectionType = SectionType> = {
  [T in Type]: { readonly type: T } & Shown[T]
}[Type]

/** The saved page, for an editor to start from. */
export type EditablePage = { readonly draft: HomeDraft; readonly views: readonly HomeSection[] }
