import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { imageInWidth } from '#domain/shared/image-address.ts'
import { isolated } from '#domain/shared/isolate.ts'

type MessageWordsProps = {
  /** Null when it is gone. */
  body: string | null
  /** The addresses of its photos. */
  photos: readonly string[]
  writerName: string
  isOwnSide: boolean
  /** Shown above the text. */
  children?: ReactNode
}

/** The text of a message with its photos; what the viewer's side wrote is shaded. */
export function MessageWords(props: MessageWordsProps) {
  const { body, photos, writerName, isOwnSide, children } = props
  return (
    <div
      className={classNames(
        'rounded-control border px-4 py-3',
        isOwnSide ? 'border-transparent bg-sand' : 'border-line bg-sheet',
      )}
    >
      {children}
      {body && <p className="whitespace-pre-line wrap-anywhere">{body}</p>}
      {photos.length > 0 && (
        <ul className={classNames('flex flex-wrap gap-2', body && 'mt-3')}>
          {photos.map((url, index) => (
            <li key={url}>
              <a href={imageInWidth(url, 1600)} target="_blank" rel="noreferrer" className="block">
                <img
                  src={imageInWidth(url, 320)}
                  alt={isolated(`From ${writerName}, ${index + 1} of ${photos.length}`)}
                  loading="lazy"
                  className="h-32 w-auto min-w-16 rounded-picture bg-sand object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
