import { href } from 'react-router'
import { reportAddress } from '#app/components/reports/report-address.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { isolated } from '#domain/shared/isolate.ts'
import { goneWords } from './gone-words.ts'
import { MessageWords } from './message-words.tsx'
import type { OpenConversation } from './shown-message.ts'

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
            <MessageWords
              body={line.body}
              photos={line.imageIds.map((image) => photo(line.id, image))}
              writerName={line.writerName}
              isOwnSide={line.isOwnSide}
            >
              {line.gone && (
                <p className="text-soft italic">
                  This message was {goneWords[line.gone]}
                  {line.gone === 'removed' && ' by Hemline'}.
                </p>
              )}
            </MessageWords>
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
