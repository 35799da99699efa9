import type { ReactNode } from 'react'
import type { SectionType } from '#db/enums.ts'
import type { HomeSection } from './section-types.ts'
import { sectionViews } from './section-views.tsx'

/** The home page in its order. Its title is that of the first hero. */
export function HomeSections({ sections }: { sections: readonly HomeSection[] }) {
  const first = sections.find(({ type }) => type === 'hero')
  return (
    <>
      {!first && <h1 className="sr-only">Rent designer fashion by the week</h1>}
      <div className="home">
        {sections.map((section) => (
          <HomeSectionView
            key={section.id}
            section={
              section.type === 'hero' && section !== first
                ? { ...section, isFurther: true }
                : section
            }
          />
        ))}
      </div>
    </>
  )
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
