import { href } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { FoundImport } from '#domain/catalogue/imports/import-queries.ts'
import { counted } from '#domain/shared/figures.ts'
import { countsInWords, SIGNS_IN_FILE_NAMES } from './import-words.ts'

type ShownImport = Omit<FoundImport, 'madeAt' | 'leftOut'> & {
  readonly leftOut: readonly { readonly fileName: string; readonly sentence: string }[]
}

export function ImportState({ found }: { found: ShownImport }) {
  const { status, created, changed, refused, photos, photosRead, imported } = found
  const total = created + changed
  const figure = total.toLocaleString('en-US')
  return (
    <div className="mt-4 grid max-w-prose gap-5">
      {status === 'checking' && (
        <p role="status">
          {photos > photosRead
            ? `We are checking your file. ${photosRead.toLocaleString('en-US')} of ${counted(photos, 'photo')} have been read.`
            : 'We are checking your file.'}{' '}
          You can leave this page and come back.
        </p>
      )}
      {status !== 'checking' && (
        <p role="status" className="text-xl">
          {countsInWords(found)}
        </p>
      )}
      <JoinedRows found={found} />
      {found.ignoredColumns.length > 0 && <IgnoredColumns found={found} />}
      {status === 'checked' && (
        <>
          {total > 0 && (
            <p className="text-soft">
              New items are reviewed before they appear in the shop, and so are changed photos,
              titles and descriptions. An item without a photo waits in your closet until it has
              one.
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {total > 0 && <QuickForm fields={{ intent: 'import' }}>Import {figure}</QuickForm>}
            {canChangeColumns(found) && (
              <QuickForm fields={{ intent: 'columns' }} kind="secondary">
                Change columns
              </QuickForm>
            )}
            <QuickForm fields={{ intent: 'discard' }} kind="secondary">
              Discard
            </QuickForm>
            {refused > 0 && <RefusedLink id={found.id} />}
          </div>
        </>
      )}
      {status === 'importing' && (
        <p role="status">
          {imported.toLocaleString('en-US')} of {figure} imported. You can leave this page and come
          back.
        </p>
      )}
      {status === 'done' && found.needPhoto > 0 && (
        <Notice>
          {found.needPhoto === 1 ? '1 item needs' : `${found.needPhoto} items need`} a photo before{' '}
          {found.needPhoto === 1 ? 'it is' : 'they are'} reviewed.
        </Notice>
      )}
      {(refused > 0 || found.needPhoto > 0) && status !== 'checking' && status !== 'checked' && (
        <p className="flex flex-wrap gap-3">
          {refused > 0 && <RefusedLink id={found.id} />}
          {status === 'done' && found.needPhoto > 0 && (
            <LinkButton to={`${href('/business')}?show=needs-photo`} kind="secondary">
              Items that need a photo
            </LinkButton>
          )}
        </p>
      )}
      {found.leftOutTotal > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-link">
            {counted(found.leftOutTotal, 'file')} not used as{' '}
            {found.leftOutTotal === 1 ? 'a photo' : 'photos'}
          </summary>
          <p className="mt-2 text-sm text-soft">
            A photo is named after the SKU of its row. {SIGNS_IN_FILE_NAMES}
          </p>
          <ul className="mt-2 grid gap-2 border-l border-line pl-4 text-[0.9375rem]">
            {found.leftOut.map(({ fileName, sentence }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names can occur twice, and the list never changes
              <li key={index} className="wrap-anywhere">
                <span className="font-medium">{fileName}</span> {sentence}
              </li>
            ))}
          </ul>
          {found.leftOutTotal > found.leftOut.length && (
            <p className="mt-2 text-sm text-soft">
              And {(found.leftOutTotal - found.leftOut.length).toLocaleString('en-US')} more.
            </p>
          )}
        </details>
      )}
    </div>
  )
}

function canChangeColumns({ fileColumns, photos, leftOutTotal }: ShownImport): boolean {
  return fileColumns.length > 0 && photos + leftOutTotal === 0
}

/** Says which rows of a shop's export are no items of their own. */
export function JoinedRows({ found }: { found: Pick<FoundImport, 'joinedRows' | 'rows'> }) {
  const { joinedRows, rows } = found
  if (joinedRows === 0) return null
  return (
    <p className="text-soft">
      Your file has {counted(rows, 'item')}. {counted(joinedRows, 'more row')}{' '}
      {joinedRows === 1 ? 'contains' : 'contain'} only further photos, or what the variants of a
      product share; each variant is an item.
    </p>
  )
}

function IgnoredColumns({ found }: { found: ShownImport }) {
  const columns = found.ignoredColumns
  const canChange = found.status === 'checked' && canChangeColumns(found)
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-link">
        {counted(columns.length, 'column')} of your file {columns.length === 1 ? 'is' : 'are'} not
        imported
      </summary>
      <ul className="mt-2 grid gap-1 border-l border-line pl-4 text-[0.9375rem]">
        {columns.map(({ title, example }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles can occur twice, and the list never changes
          <li key={index} className="wrap-anywhere">
            {`${title}, for example “${example}”`}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-soft">
        {canChange
          ? 'If you need one, change the columns.'
          : 'If you need one, discard this import, and choose what it is when you send the file again.'}
      </p>
    </details>
  )
}

function RefusedLink({ id }: { id: string }) {
  return (
    <LinkButton
      to={href('/business/imports/:id/refused.csv', { id })}
      reloadDocument
      download
      kind="secondary"
    >
      Download refused rows
    </LinkButton>
  )
}
