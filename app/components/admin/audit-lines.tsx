import { useContext } from 'react'
import { href } from 'react-router'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import { classNames } from '#app/ui/class-names.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type { AuditLine } from '#domain/admin/audit/audit-log.ts'
import { dollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { columnsOf, doneWords, keyWords, nounWords, valueWords } from './audit-words.ts'
import { Moment } from './moment.tsx'

type AuditLinesProps = {
  lines: readonly AuditLine[]
  /** On narrow screens the parts are stacked. */
  narrow?: boolean
}

export function AuditLines({ lines, narrow = false }: AuditLinesProps) {
  return (
    <ol className="mt-3 border-t border-line">
      {lines.map((line) => (
        <li
          key={line.id}
          className={classNames(
            'items-baseline gap-x-8 gap-y-1 border-b border-line py-3 text-[0.9375rem]',
            narrow
              ? 'flex flex-wrap [&>:last-child]:w-full'
              : 'grid md:grid-cols-[11rem_minmax(0,14rem)_minmax(0,1fr)]',
          )}
        >
          <p className="text-sm text-soft tabular-nums">
            <Moment at={line.at} />
          </p>
          <p className="min-w-0 break-words" title={line.actor?.email}>
            {line.actor?.fullName ?? 'System'}
          </p>
          <div className="min-w-0">
            <p className="break-words">
              {doneWords(line.action)}{' '}
              <TextLink
                to={`${href('/admin/audit')}?${new URLSearchParams({ noun: line.noun, id: line.nounId })}`}
              >
                {nounWords(line.noun)}
                <span className="sr-only">: full history</span>
              </TextLink>
              {named(line)}
            </p>
            {(line.before !== null || line.after !== null) && <Changes line={line} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The object's own name, if the line has it; a setting has only its key. */
function named({ noun, nounId, name, before, after }: AuditLine): string {
  if (noun === 'order') return paidFor(columnsOf(after))
  if (noun === 'setting') return ` “${nounWords(nounId)}”`
  for (const side of [after, before]) {
    for (const key of ['title', 'name', 'full_name']) {
      const value = columnsOf(side)[key]
      if (typeof value === 'string') return isolated(` “${value}”`)
    }
  }
  return name ? isolated(` “${name}”`) : ''
}

function paidFor({ product, amount_cents: cents }: Record<string, unknown>): string {
  if (typeof cents !== 'number') return ''
  const words = typeof product === 'string' ? `${valueWords('product', product, 'UTC')}, ` : ''
  return ` (${words}${dollars(cents)})`
}

function Changes({ line }: { line: AuditLine }) {
  const before = columnsOf(line.before)
  const after = columnsOf(line.after)
  const timeZone = useContext(ShopTimeZone)
  const shown = (side: Record<string, unknown>, key: string) =>
    key in side ? valueWords(key, side[key], timeZone) : null
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({ key, was: shown(before, key), is: shown(after, key) }))
    .filter(({ was, is }) => was !== is && !(was === 'empty' && is === null))
  if (changed.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 items-center text-soft text-link">
        {changed.length === 1 ? '1 change' : `${changed.length} changes`}
      </summary>
      <dl className="mt-1 mb-2 grid gap-1">
        {changed.map(({ key, was, is }) => (
          <div key={key} className="min-w-0 break-words">
            <dt className="inline text-soft">{keyWords(key)}: </dt>
            <dd className="inline">
              {was !== null && <del>{was}</del>}
              {was !== null && is !== null && ' → '}
              {is !== null && <ins className="no-underline">{is}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
