import type { ReactNode } from 'react'
import type { SectionType } from '#db/enums.ts'
import type { HomeSection } from './section-types.ts'
import { sectionViews } from './section-views.tsx'

/** The home page in its order. */
export function HomeSections({ sections }: { sections: readonly HomeSection[] }) {
  return (
    <>
      <HeadingWithoutHero sections={sections} />
      <div className="home">
        {sections.map((section) => (
          <HomeSectionView key={section.id} section={section} />
        ))}
      </div>
    </>
  )
}

/** The heading of a home page that has no hero with one. */
export function HeadingWithoutHero({
  sections,
}: {
  sections: readonly { readonly type: SectionType }[]
}) {
  if (sections.some(({ type }) => type === 'hero')) return null
  return <h1 className="sr-only">Rent designer fashion by the week</h1>
}

export function HomeSectionView<Type extends SectionType>({
  section,
}: {
  section: HomeSection<Type>
}) {
  const type: Type = section.type
  const View: (section: HomeSection<Type>) => ReactNode = sectionViews[type]
  return <View key={section.id} {...section} />
}
