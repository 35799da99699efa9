import { Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import type { AuditLine } from '#domain/oversight/audit-log.ts'
import { Moment } from './moment.tsx'

type AuditLinesProps = {
  lines: readonly AuditLine[]
  /** In a narrow place one thing stands under the other. */
  narrow?: boolean
}

export function AuditLines({ lines, narrow = false }: AuditLinesProps) {
  return (
    <ol className="mt-3 border-t border-line">
      {lines.map((line) => (
        <li
          key={line.id}
          className={classNames(
            'grid items-baseline gap-x-8 gap-y-1 border-b border-line py-3 text-[0.9375rem]',
            narrow
              ? 'grid-cols-[auto_minmax(0,1fr)] [&>:last-child]:col-span-2'
              : 'md:grid-cols-[11rem_minmax(0,14rem)_minmax(0,1fr)]',
          )}
        >
          <p className="text-sm text-soft tabular-nums">
            <Moment at={line.at} />
          </p>
          <p className="min-w-0 break-words" title={line.actor?.email}>
            {line.actor?.fullName ?? 'The house'}
          </p>
          <div className="min-w-0">
            <p className="break-words">
              {line.action}{' '}
              <Link
                to={`/admin/audit?${new URLSearchParams({ noun: line.noun, id: line.nounId })}`}
                className="text-link"
              >
                {line.noun}
                <span className="sr-only"> {line.nounId}: everything that happened to it</span>
              </Link>
              {named(line)}
            </p>
            {(line.before !== null || line.after !== null) && <Changes line={line} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The thing's own name, where the line carries it; a setting has no other than its key. */
function named({ noun, nounId, before, after }: AuditLine): string {
  if (noun === 'setting') return ` “${nounId.replaceAll('_', ' ')}”`
  for (const side of [after, before]) {
    for (const key of ['title', 'name', 'full_name']) {
      const value = columnsOf(side)[key]
      if (typeof value === 'string') return ` “${value}”`
    }
  }
  return ''
}

function Changes({ line }: { line: AuditLine }) {
  const before = columnsOf(line.before)
  const after = columnsOf(line.after)
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => shown(before[key]) !== shown(after[key]),
  )
  if (changed.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 items-center text-soft text-link">
        {changed.length === 1 ? 'One detail' : `${changed.length} details`}
      </summary>
      <dl className="mt-1 mb-2 grid gap-1">
        {changed.map((key) => (
          <div key={key} className="min-w-0 break-words">
            <dt className="inline text-soft">{key}: </dt>
            <dd className="inline">
              {key in before && <del>{shown(before[key])}</del>}
              {key in before && key in after && ' → '}
              {key in after && <ins className="no-underline">{shown(after[key])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Columns of a row as the log keeps them; a bare value stands under its own name. */
function columnsOf(side: unknown): Record<string, unknown> {
  if (side === null || side === undefined) return {}
  return typeof side === 'object' && !Array.isArray(side) ? { ...side } : { value: side }
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
