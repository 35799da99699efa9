import { HandoverPhotos } from './handover-list.tsx'

type StatementProps = {
  title: string
  at: string
  /** Nothing is quoted when it is empty. */
  words: string
  photos?: readonly string[]
  /** Above the quoted words. */
  about?: string
  /** Below everything. */
  note?: string | false
}

/** The words and photos of one side, or of the admin who decided, about a rental. */
export function Statement({ title, at, words, photos = [], about, note }: StatementProps) {
  return (
    <div>
      <p className="wrap-anywhere">{title}</p>
      <p className="text-sm text-soft tabular-nums">{at}</p>
      {about && <p className="mt-2">{about}</p>}
      {words && <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">“{words}”</p>}
      <HandoverPhotos urls={photos} of={title} />
      {note && <p className="mt-2 text-sm text-soft">{note}</p>}
    </div>
  )
}
