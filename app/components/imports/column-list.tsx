import { href } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import { importColumns, NEEDED_COLUMNS } from './import-columns.ts'

/** The columns of a file of listings, explained. */
export function ColumnList() {
  const needed: readonly string[] = NEEDED_COLUMNS
  return (
    <section aria-labelledby="columns" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="columns" className="text-[1.625rem]">
          Columns
        </h2>
        <LinkButton
          to={href('/business/imports/example.csv')}
          reloadDocument
          download
          kind="secondary"
          size="small"
        >
          Download an example
        </LinkButton>
      </div>
      <p className="mt-3 max-w-prose text-[0.9375rem] text-soft">
        The first row contains the column titles, in any order. A row with an existing SKU updates
        that item; a row with a new SKU adds an item. Nothing is deleted. A photo replaces the one
        with the same number; other photos stay. Columns you leave out change nothing, and an empty
        cell clears an optional field. Columns that are not listed here are not imported; you see
        which before anything changes.
      </p>
      <dl className="mt-5 border-t border-line">
        {importColumns.map(({ name, description }) => (
          <div
            key={name}
            className="grid gap-x-6 gap-y-0.5 border-b border-line py-2.5 sm:grid-cols-[min(11rem,40%)_minmax(0,1fr)]"
          >
            <dt className="min-w-0 font-medium wrap-anywhere">
              <code className="font-body">{name}</code>
              {needed.includes(name) && <span className="text-sm text-soft"> required</span>}
            </dt>
            <dd className="min-w-0 text-[0.9375rem] text-soft wrap-anywhere">{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
