import { imageInWidth } from '#domain/shared/image-address.ts'

/** A handover, with its time as text. */
export type ShownHandover = {
  readonly what: string
  readonly by: string
  readonly at: string
  readonly note: string
  readonly photos: readonly string[]
}

/** The notes and photos of delivery and return, as both sides see them. */
export function HandoverList({ handovers }: { handovers: readonly ShownHandover[] }) {
  return (
    <ul className="grid gap-6">
      {handovers.map((handover) => (
        <li key={`${handover.what} ${handover.at}`}>
          <HandoverRecord {...handover} />
        </li>
      ))}
    </ul>
  )
}

/** Who did what and when, with the note and the photos. */
export function HandoverRecord({ what, by, at, note, photos }: ShownHandover) {
  return (
    <>
      <p>
        {what}{' '}
        <span className="text-soft">
          by <bdi>{by}</bdi>
        </span>
      </p>
      <p className="text-sm text-soft tabular-nums">{at}</p>
      {note && <p className="mt-2 max-w-prose whitespace-pre-line">“{note}”</p>}
      <HandoverPhotos urls={photos} of={what} />
    </>
  )
}

export function HandoverPhotos({ urls, of }: { urls: readonly string[]; of: string }) {
  if (urls.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {urls.map((url, index) => (
        <li key={url}>
          <a href={imageInWidth(url, 1600)} target="_blank" rel="noreferrer" className="block">
            <img
              src={imageInWidth(url, 320)}
              alt={`${of}, ${index + 1} of ${urls.length}`}
              loading="lazy"
              className="h-28 w-auto min-w-14 max-w-full rounded-picture bg-sand object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
