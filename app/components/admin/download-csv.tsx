import { href, useLocation } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import { type ExportList, periodLists } from '#domain/admin/exports/export-period.ts'
import { downloadWords } from './download-words.ts'

/**
 * Exports all pages of a list as CSV; `part` is the tab shown by default. For lists that grow with
 * every rental, a period is chosen first. The money export ignores the filters of its page.
 */
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
  const search = list !== 'money' && query.size > 0 ? `?${query}` : ''
  const text = downloadWords(list)
  return periodLists.includes(list) ? (
    <LinkButton to={`${href('/admin/downloads/:list', { list })}${search}`} kind="secondary">
      {text}
    </LinkButton>
  ) : (
    <LinkButton
      to={`${href('/admin/export/:list', { list })}${search}`}
      reloadDocument
      kind="secondary"
    >
      {text}
    </LinkButton>
  )
}
