import { LinkButton } from '#app/ui/link-button.tsx'
import type { ExportList } from '#domain/oversight/exports.ts'

/** A whole list for a spreadsheet, whatever part of it is shown. */
export function DownloadCsv({ list }: { list: ExportList }) {
  return (
    <LinkButton to={`/admin/export/${list}`} reloadDocument download kind="secondary">
      Download CSV
    </LinkButton>
  )
}
