import { useLocation } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { ExportList } from '#domain/oversight/exports.ts'

/** What a list shows, all its pages, for a spreadsheet. */
export function DownloadCsv({ list }: { list: ExportList }) {
  const query = new URLSearchParams(useLocation().search)
  for (const name of ['after', 'change', 'to', 'delete', 'settle', 'deny', 'approve'])
    if (list !== 'audit' || name !== 'to') query.delete(name)
  const address = `/admin/export/${list}${query.size > 0 ? `?${query}` : ''}`
  return (
    <LinkButton to={address} reloadDocument download kind="secondary">
      Download CSV
    </LinkButton>
  )
}
