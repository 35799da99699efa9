import { href } from 'react-router'
import { MessageWords } from '#app/components/messages/message-words.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** A message of a request, with its time as text. */
export type ShownSupportLine = {
  readonly id: string
  readonly body: string
  readonly imageIds: readonly string[]
  readonly isAnswer: boolean
  readonly writerName: string
  readonly at: string
}

type SupportLinesProps = {
  requestId: string
  lines: readonly ShownSupportLine[]
  /** Who reads it: the person who opened the request, or an admin. */
  viewer: 'person' | 'admin'
}

/** The messages of a request, the newest at the bottom. The person sees no names of admins. */
export function SupportLines({ requestId: id, lines, viewer }: SupportLinesProps) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {lines.map((line) => {
        const isOwnSide = line.isAnswer === (viewer === 'admin')
        const name = line.isAnswer && viewer === 'person' ? 'Hemline' : line.writerName
        const photos = line.imageIds.map((image) =>
          href('/help/requests/:id/photos/:message/:image', { id, message: line.id, image }),
        )
        return (
          <li
            key={line.id}
            className={classNames(
              'grid max-w-[min(36rem,88%)] grid-cols-[minmax(0,1fr)] gap-1 wrap-anywhere',
              isOwnSide ? 'justify-self-end' : 'justify-self-start',
            )}
          >
            <MessageWords
              body={line.body}
              photos={photos}
              writerName={name}
              isOwnSide={isOwnSide}
            />
            <p className="text-sm text-soft tabular-nums">
              {isOwnSide && viewer === 'person' ? (
                <span className="sr-only">You, </span>
              ) : (
                isolated(`${name}, `)
              )}
              {line.at}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
