import { href, useLocation } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { ExportList } from '#domain/oversight/exports.ts'

/** Exports all pages of a list as CSV; `part` is the tab shown by default. */
export function DownloadCsv({
  list,
  part,
}: {
  list: ExportList
  part?: string | null | undefined
}) {
  const query = new URLSearchParams(useLocation().search)
  for (const name of ['after', 'change', 'to', 'delete', 'resolve', 'deny', 'approve'])
    if (list !== 'audit' || name !== 'to') query.delete(name)
  if (part && !['part', 'status', 'filter'].some((name) => query.has(name))) query.set('part', part)
  const address = `${href('/admin/export/:list', { list })}${query.size > 0 ? `?${query}` : ''}`
  return (
    <LinkButton to={address} reloadDocument download kind="secondary">
      Download CSV
    </LinkButton>
  )
}
