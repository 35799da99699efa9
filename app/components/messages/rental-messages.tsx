import { href } from 'react-router'
import { RentalSection } from '#app/components/rental/rental-section.tsx'
import { Link } from '#app/ui/link.tsx'
import { isolated } from '#domain/shared/isolate.ts'
import { MessageLines } from './message-lines.tsx'
import type { RentalConversation } from './shown-message.ts'

type RentalMessagesProps = {
  conversation: RentalConversation | null
  /** The item to ask about when there is no conversation yet; null for those who only answer. */
  itemId: string | null
  otherName: string
}

/** The last messages of two people on the page of their rental. */
export function RentalMessages({ conversation, itemId, otherName }: RentalMessagesProps) {
  if (!conversation && !itemId) return null
  const to = conversation
    ? `${href('/messages/:id', { id: conversation.id })}#newest`
    : `${href('/messages')}?item=${itemId}`
  return (
    <RentalSection id="messages" title="Messages">
      {conversation && (
        <div className="mt-5">
          <MessageLines conversation={conversation} rentalTo={null} />
        </div>
      )}
      <p className="mt-3">
        <Link to={to} className="inline-flex min-h-11 items-center text-link">
          {conversation ? 'See all and reply' : isolated(`Message ${otherName}`)}
        </Link>
      </p>
    </RentalSection>
  )
}
