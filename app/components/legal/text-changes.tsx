import type { ShownLine } from '#domain/site/legal/compare-texts.ts'

/** What changed between two versions of a text, line by line. */
export function TextChanges({ lines }: { lines: readonly ShownLine[] }) {
  if (lines.length === 0) return <p className="mt-3 text-soft">The text is the same.</p>
  return (
    <ol className="mt-3 grid gap-1 wrap-anywhere">
      {lines.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
        <li key={index}>
          {(kind === 'same' || kind === 'skipped') && <p className="px-3 py-1 text-soft">{text}</p>}
          {kind === 'removed' && (
            <p className="bg-danger-wash px-3 py-1">
              <span className="text-sm text-danger">Removed: </span>
              <del>{text}</del>
            </p>
          )}
          {kind === 'added' && (
            <p className="bg-success-wash px-3 py-1">
              <span className="text-sm text-success">Added: </span>
              <ins className="no-underline">{text}</ins>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
