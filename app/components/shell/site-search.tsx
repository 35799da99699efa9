import { href, useLocation } from 'react-router'
import { Form } from '#app/ui/form.tsx'
import { SearchIcon } from '#app/ui/icons.tsx'

/** The words to look for, on every page. On the results page the other filters stay. */
export function SiteSearch({ className }: { className?: string }) {
  const { pathname, search } = useLocation()
  const current = pathname === href('/search') ? [...new URLSearchParams(search)] : []
  const words = current.find(([name]) => name === 'q')?.[1] ?? ''
  const others = current.filter(([name]) => name !== 'q' && name !== 'after')
  return (
    <search className={className}>
      <Form action={href('/search')} className="relative ml-1">
        <input
          key={words}
          type="search"
          name="q"
          aria-label="Search items"
          placeholder="Search"
          maxLength={100}
          defaultValue={words}
          enterKeyHint="search"
          className="block h-10 w-full rounded-full border border-edge bg-sheet pr-4 pl-10 text-sm placeholder:text-soft hover:border-ink"
        />
        {others.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-0 left-0 grid w-10 place-items-center rounded-full text-soft hover:text-ink"
        >
          <SearchIcon width="1.125rem" height="1.125rem" />
        </button>
      </Form>
    </search>
  )
}
