import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { FILE_LINES } from '#app/components/admin/download-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { accountingLists } from '#domain/admin/exports/export-period.ts'
import type { Route } from './+types/files.ts'

export const meta: Route.MetaFunction = () => pageMeta('Files for accounting')

/** The files for accounting and taxes. */
export default function Files() {
  return (
    <AdminFrame
      title="Files for accounting"
      line="For accountants and tax returns. Credits, deposits and what closets earn add up to the months."
    >
      <ul className="mt-6 border-t border-line">
        {accountingLists.map((list) => (
          <li
            key={list}
            className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line py-4"
          >
            <p className="max-w-prose min-w-0">{FILE_LINES[list]}</p>
            <DownloadCsv list={list} />
          </li>
        ))}
      </ul>
    </AdminFrame>
  )
}
