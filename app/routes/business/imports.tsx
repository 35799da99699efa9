import { href, useNavigation } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { importColumns, NEEDED_COLUMNS } from '#app/components/imports/import-columns.ts'
import {
  countsInWords,
  importStatusWords,
  SIGNS_IN_FILE_NAMES,
} from '#app/components/imports/import-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Problem } from '#app/forms/forms.ts'
import { closetOwnerContext, ownerIn } from '#app/request/contexts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import {
  IMPORT_DAYS,
  MAX_IMPORTED_ROWS,
  MAX_LISTING_FILE_BYTES,
  MAX_PHOTOS_OF_ITEM,
  MAX_SENT_PHOTO_BYTES,
} from '#domain/catalogue/imports/import-limits.ts'
import { listImports } from '#domain/catalogue/imports/import-queries.ts'
import { megabytes } from '#domain/shared/figures.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/imports.ts'
import { takeListings } from './take-listings.ts'

export const meta: Route.MetaFunction = () => pageMeta('Import listings')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone, owner } = ownerIn(context)
  const after = new URL(request.url).searchParams.get('after')
  const { rows, next } = await listImports(db, owner, after)
  const imports = rows.map((row) => ({ ...row, madeAt: showInstant(row.madeAt, timeZone) }))
  return { imports, next, isFirst: after === null }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await takeListings(context, request, context.get(closetOwnerContext))
}

const here = href('/business/imports')

export default function Imports({ loaderData, actionData }: Route.ComponentProps) {
  const { imports, next, isFirst } = loaderData
  const busy = useNavigation().formAction === here
  return (
    <ClosetFrame
      title="Import listings"
      line="Add and change many items at once, from a spreadsheet."
      actions={
        <LinkButton to={href('/business/listings.csv')} reloadDocument download kind="secondary">
          Export listings
        </LinkButton>
      }
    >
      <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          <ImportForm answer={actionData} busy={busy} />
          {(imports.length > 0 || !isFirst) && (
            <section aria-labelledby="past" className="mt-12">
              <h2 id="past" className="text-[1.625rem]">
                Your imports
              </h2>
              <ul className="mt-4 border-t border-line">
                {imports.map((one) => (
                  <li
                    key={one.id}
                    className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line py-3"
                  >
                    <Link
                      to={href('/business/imports/:id', { id: one.id })}
                      className="inline-flex min-h-6 min-w-0 items-center font-medium text-link wrap-anywhere"
                    >
                      {one.fileName || 'Unnamed file'}
                    </Link>
                    <Badge kind={importStatusWords[one.status].kind}>
                      {importStatusWords[one.status].label}
                    </Badge>
                    <Facts as="span" className="basis-full text-sm text-soft">
                      {one.madeAt}
                      {one.status !== 'checking' && one.status !== 'mapping' && countsInWords(one)}
                    </Facts>
                  </li>
                ))}
              </ul>
              <div className="mt-6">
                <Pagination
                  label="More imports"
                  first={isFirst ? null : here}
                  next={next && `${here}?after=${next}`}
                />
              </div>
              <p className="mt-4 text-sm text-soft">
                They are removed after {IMPORT_DAYS} days; your items stay.
              </p>
            </section>
          )}
        </div>
        <ColumnList />
      </div>
    </ClosetFrame>
  )
}

function ColumnList() {
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
        cell clears an optional field. Files of Shopify, WooCommerce, Square, Etsy and others can be
        used as they are: you see what each of their columns becomes before anything changes.
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

const FILE = '[&_input]:h-auto [&_input]:py-2.5'

/** A file of listings and its photos. Sent as multipart, so that it needs no script. */
function ImportForm({ answer, busy }: { answer: Problem | undefined; busy: boolean }) {
  return (
    <Form
      method="post"
      action={href('/business/imports')}
      encType="multipart/form-data"
      answer={answer}
      noValidate
      className="grid gap-6"
    >
      <Field
        label="CSV file"
        type="file"
        name="listings"
        accept=".csv,text/csv"
        required
        hint={`Up to ${MAX_IMPORTED_ROWS.toLocaleString('en-US')} rows and ${megabytes(MAX_LISTING_FILE_BYTES)}.`}
        error={answer?.fields.listings}
        className={FILE}
      />
      <Field
        label="Photos"
        optional
        type="file"
        name="photos"
        multiple
        accept="image/jpeg,image/png,image/webp,.zip,application/zip"
        hint={`Image files or one ZIP file, up to ${megabytes(MAX_SENT_PHOTO_BYTES)} in total. Name them by SKU: A-104.jpg, A-104-2.jpg and so on, up to ${MAX_PHOTOS_OF_ITEM} for an item. ${SIGNS_IN_FILE_NAMES}`}
        error={answer?.fields.photos}
        className={FILE}
      />
      <p>
        <Button busy={busy} busyText="Uploading...">
          Check file
        </Button>
      </p>
      <p className="text-sm text-soft">
        You review the results before anything changes. Rows follow the same rules as the item form.
      </p>
    </Form>
  )
}
