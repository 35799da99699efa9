import { href } from 'react-router'
import { reportAddress } from '#app/components/reports/report-address.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { imageInWidth } from '#domain/shared/image-address.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { goneWords } from './gone-words.ts'
import type { OpenConversation, ShownLine } from './shown-message.ts'

type MessageLinesProps = {
  conversation: Pick<OpenConversation, 'id' | 'lines'>
  /** The address of a rental for this side; null when they cannot open it. */
  rentalTo: ((rentalId: string) => string) | null
  /** Messages of the other side can be reported. */
  reportable?: boolean
  /** The address at which an admin removes a message. */
  removeTo?: (messageId: string) => string
  /** The addresses of photos for an admin; by default, those for the two sides. */
  photoTo?: (message: string, image: string) => string
}

/** Messages and the steps of the rentals, the newest at the bottom. */
export function MessageLines({
  conversation,
  rentalTo,
  reportable = false,
  removeTo,
  photoTo,
}: MessageLinesProps) {
  const { id, lines } = conversation
  const photo =
    photoTo ??
    ((message: string, image: string) =>
      href('/messages/:id/photos/:message/:image', { id, message, image }))
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {lines.map((line) =>
        line.kind === 'rental' ? (
          <li key={line.id} className="text-center text-sm text-soft">
            {rentalTo ? <TextLink to={rentalTo(line.rentalId)}>{line.words}</TextLink> : line.words}
            <span className="block tabular-nums">{line.at}</span>
          </li>
        ) : (
          <li
            key={line.id}
            className={classNames(
              'grid max-w-[min(36rem,88%)] grid-cols-[minmax(0,1fr)] gap-1 wrap-anywhere',
              line.isOwnSide ? 'justify-self-end' : 'justify-self-start',
            )}
          >
            <Words message={line} photos={line.imageIds.map((image) => photo(line.id, image))} />
            <p className="flex flex-wrap items-center gap-x-4 text-sm text-soft tabular-nums">
              <span>
                {line.isOwn ? (
                  <span className="sr-only">You, </span>
                ) : (
                  isolated(`${line.writerName}, `)
                )}
                {line.at}
              </span>
              {reportable && !line.isOwnSide && line.gone !== 'removed' && (
                <Link
                  to={reportAddress('message', line.id)}
                  rel="nofollow"
                  className="inline-flex min-h-7 items-center text-link"
                >
                  Report<span className="sr-only"> this message</span>
                </Link>
              )}
              {removeTo && line.gone === null && (
                <Link
                  to={removeTo(line.id)}
                  preventScrollReset
                  className="inline-flex min-h-7 items-center text-link"
                >
                  Remove
                  <span className="sr-only">
                    {' '}
                    this message by <bdi>{line.writerName}</bdi>
                  </span>
                </Link>
              )}
              {line.mayWithdraw && (
                <Link
                  to={`${href('/messages/:id', { id })}?withdraw=${line.id}`}
                  preventScrollReset
                  className="inline-flex min-h-7 items-center text-link"
                >
                  Unsend<span className="sr-only"> this message</span>
                </Link>
              )}
            </p>
          </li>
        ),
      )}
    </ol>
  )
}

type ShownMessage = Extract<ShownLine, { kind: 'message' }>

function Words({ message, photos }: { message: ShownMessage; photos: readonly string[] }) {
  const { body, gone, isOwnSide, writerName } = message
  return (
    <div
      className={classNames(
        'rounded-control border px-4 py-3',
        isOwnSide ? 'border-transparent bg-sand' : 'border-line bg-sheet',
      )}
    >
      {gone && (
        <p className="text-soft italic">
          This message was {goneWords[gone]}
          {gone === 'removed' && ' by Hemline'}.
        </p>
      )}
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
