import type { ReactNode } from 'react'
import type { BrowseGroup } from './browse-group.ts'
import { ItemGroup } from './item-group.tsx'

type GroupsPageProps = {
  title: string
  introduction: string
  groups: readonly BrowseGroup[]
  /** Shown below the groups: the link to more of them. */
  children?: ReactNode
}

/** A browse page: an index of its groups, then the groups. */
export function GroupsPage({ title, introduction, groups, children }: GroupsPageProps) {
  return (
    <div className="page-column pb-16">
      <header className="pt-10 pb-8 sm:pt-16 sm:pb-12">
        <h1>{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-soft">{introduction}</p>
        {groups.length > 1 && (
          <nav aria-label="Groups on this page" className="mt-7">
            <ul className="flex flex-wrap gap-x-6 gap-y-1">
              {groups.map(({ name }, index) => (
                <li key={name}>
                  <a href={`#${idOf(index)}`} className="inline-block py-1.5 text-link">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </header>
      {groups.map((group, index) => (
        <ItemGroup key={group.name} group={group} id={idOf(index)} first={index === 0} />
      ))}
      {children}
    </div>
  )
}

// A city's name cannot be an id: two may differ only in upper and lower case.
function idOf(index: number): string {
  return `group-${index + 1}`
}
