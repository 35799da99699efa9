import { namesInWords } from './board-words.ts'

/** More long names than these would fill a phone. */
const MAX_SHOWN = 3

/** Names in one line; many of them behind their number. */
export function FoldedNames({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length <= MAX_SHOWN)
    return (
      <p className="wrap-anywhere">
        {label}: {namesInWords(names)}
      </p>
    )
  return (
    <details>
      <summary className="inline-flex min-h-9 cursor-pointer items-center underline decoration-line underline-offset-4">
        {label}
      </summary>
      <p className="wrap-anywhere">{namesInWords(names)}</p>
    </details>
  )
}
