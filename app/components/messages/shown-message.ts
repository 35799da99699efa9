import type {
  Conversation,
  Message,
  MessagesPage,
} from '#domain/care/messages/conversation-queries.ts'
import type { RentalLine } from '#domain/care/messages/rental-lines.ts'
import { datesInWords } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

/** A message or a step of a rental, with its time as text. */
export type ShownLine =
  | ({ readonly kind: 'message'; readonly at: string } & Omit<Message, 'writtenAt'>)
  | {
      readonly kind: 'rental'
      readonly at: string
      readonly id: string
      readonly rentalId: string
      readonly words: string
    }

type ShownConversation = Pick<
  Conversation,
  'id' | 'side' | 'item' | 'other' | 'readOnly' | 'hasBlocked'
>

/** What the address of a conversation shows. */
export type OpenConversation = ShownConversation & {
  readonly unread: number
  readonly lines: readonly ShownLine[]
  /** The last message on the page. */
  readonly lastId: string | null
  /** The address of earlier messages, and of the newest ones if they are not shown. */
  readonly earlierTo: string | null
  readonly newestTo: string | null
}

/** The last messages on the page of a rental. */
export type RentalConversation = Pick<OpenConversation, 'id' | 'lines'>

/** Messages and steps, merged in order; for the server, which knows the time zone. */
export function shownLines(
  { messages, lines }: Pick<MessagesPage, 'messages' | 'lines'>,
  timeZone: string,
): ShownLine[] {
  const written = messages.map(({ writtenAt, ...message }) => ({
    time: writtenAt,
    line: { kind: 'message' as const, at: showInstant(writtenAt, timeZone), ...message },
  }))
  const steps = lines.map((line) => ({
    time: line.at,
    line: {
      kind: 'rental' as const,
      at: showInstant(line.at, timeZone),
      id: `${line.rentalId}-${line.event}`,
      rentalId: line.rentalId,
      words: rentalLineWords(line),
    },
  }))
  return [...steps, ...written]
    .toSorted((a, b) => a.time.getTime() - b.time.getTime())
    .map(({ line }) => line)
}

/** 'Rental from Dec 5 to 12 requested'. */
function rentalLineWords({ event, start, end }: RentalLine): string {
  return `Rental ${datesInWords(start, end)}: ${EVENTS[event]}`
}

const EVENTS = {
  request: 'requested',
  accept: 'accepted',
  deliver: 'delivered',
  'mark-late': 'marked as late',
  'mark-lost': 'never came back',
  'send-back': 'sent back',
  'record-return': 'returned',
  review: 'completed',
  cancel: 'cancelled',
} as const satisfies Record<RentalLine['event'], string>
