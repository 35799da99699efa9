import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
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
        <DatesFirst />
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

/** Leads to the search for what is free, with the dates that came along. */
function DatesFirst() {
  const query = new URLSearchParams(useLocation().search)
  const [start, end] = [query.get('start') ?? '', query.get('end') ?? '']
  return (
    <form
      // Dates of another address are other fields.
      key={`${start} ${end}`}
      action={href('/search')}
      aria-label="Your dates"
      className="mt-7 grid max-w-xl grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
    >
      <Field label="First day" name="start" type="date" defaultValue={start} className="min-w-0" />
      <Field label="Last day" name="end" type="date" defaultValue={end} className="min-w-0" />
      <Button kind="secondary" className="max-sm:col-span-2">
        See what is free
      </Button>
    </form>
  )
}

// A city's name cannot be an id: two may differ only in upper and lower case.
function idOf(index: number): string {
  return `group-${index + 1}`
}
