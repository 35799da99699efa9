import type { ExportList } from '#domain/admin/exports/export-period.ts'
import { plainText } from '#domain/shared/plain-text.ts'

/** The value of `check` for a file whose rows were not found in time. */
export const TOOK_TOO_LONG = 'late'

/**
 * The part of a list that its page was showing, and the period that was entered. The money export
 * ignores filters, so that its totals are right.
 */
export function exportedPart(list: ExportList, query: URLSearchParams) {
  const text = (...names: string[]) => {
    const found = names.map((name) => query.get(name)).find((value) => value !== null)
    return plainText(found ?? '')
      .trim()
      .slice(0, 100)
  }
  const filter = (...names: string[]) => (list === 'money' ? '' : text(...names))
  return {
    q: filter('q'),
    part: filter('part', 'status', 'filter'),
    actor: filter('actor'),
    noun: filter('noun'),
    action: filter('action'),
    nounId: filter('id'),
    from: text('from'),
    to: text('to'),
  }
}
