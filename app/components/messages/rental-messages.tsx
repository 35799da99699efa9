import { href } from 'react-router'
import { RentalSection } from '#app/components/rental/rental-section.tsx'
import { Link } from '#app/ui/link.tsx'
import { isolated } from '#domain/shared/isolate.ts'
import { MessageLines } from './message-lines.tsx'
import type { RentalConversation } from './shown-message.ts'

type RentalMessagesProps = {
  conversation: RentalConversation | null
  /** What a new conversation would be about; null where none can be opened. */
  about: `item=${string}` | `rental=${string}` | null
  otherName: string
}

/** The last messages of two people on the page of their rental. */
export function RentalMessages({ conversation, about, otherName }: RentalMessagesProps) {
  if (!conversation && !about) return null
  const to = conversation
    ? `${href('/messages/:id', { id: conversation.id })}#newest`
    : `${href('/messages')}?${about}`
  return (
    <RentalSection id="messages" title="Messages">
      {conversation && (
        <div className="mt-5">
          <MessageLines conversation={conversation} rentalTo={null} />
        </div>
      )}
      <p className="mt-3">
        <Link to={to} className="inline-flex min-h-11 items-center text-link">
          {conversation
            ? 'See all and reply'
            : isolated(
                about?.startsWith('rental') ? `Write to ${otherName}` : `Message ${otherName}`,
              )}
        </Link>
      </p>
    </RentalSection>
  )
}
