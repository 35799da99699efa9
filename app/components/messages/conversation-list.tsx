import { href } from 'react-router'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { NavLink } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { ListedConversation } from '#domain/care/messages/conversation-list.ts'
import { counted } from '#domain/shared/figures.ts'
import { goneWords } from './gone-words.ts'
import { UnreadDot } from './unread-dot.tsx'

/** A conversation with the time of its last message as text. */
export type ListedInWords = Omit<ListedConversation, 'lastMessageAt'> & { readonly at: string }

export type ConversationListProps = {
  conversations: readonly ListedInWords[]
  /** The addresses of other pages of the list. */
  firstTo: string | null
  nextTo: string | null
}

/** A person's conversations, the one with the newest message first. */
export function ConversationList({ conversations, firstTo, nextTo }: ConversationListProps) {
  if (conversations.length === 0)
    return (
      <EmptyState
        title="No messages yet"
        action={<LinkButton to={href('/styles')}>Browse Items</LinkButton>}
      >
        To ask a closet a question, open one of its items.
      </EmptyState>
    )
  return (
    <>
      <ul className="border-t border-line">
        {conversations.map((conversation) => (
          <li key={conversation.id} className="border-b border-line">
            <Listed {...conversation} />
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <Pagination label="Conversations" first={firstTo} next={nextTo} />
      </div>
    </>
  )
}

function Listed(conversation: ListedInWords) {
  const { id, title, imageUrl, otherName, begins, gone, photos, isOwn, isUnread, at } = conversation
  const words =
    begins === null
      ? `Message ${goneWords[gone ?? 'withdrawn']}`
      : begins || counted(photos, 'photo')
  return (
    <NavLink
      to={href('/messages/:id', { id })}
      className="grid grid-cols-[3rem_minmax(0,1fr)] gap-4 px-2 py-3 hover:bg-sand aria-[current=page]:bg-sand"
    >
      <ItemPicture imageUrl={imageUrl} title={title} sizes="3rem" className="rounded-picture" />
      <span className="grid grid-cols-[minmax(0,1fr)] content-center gap-0.5">
        <span className="flex items-center gap-2">
          <span className={isUnread ? 'truncate font-medium' : 'truncate'}>{otherName}</span>
          {isUnread && <UnreadDot />}
        </span>
        <span className="truncate text-sm">{title}</span>
        <span className="truncate text-sm text-soft">
          {isOwn && 'You: '}
          {words}
        </span>
        <span className="text-sm text-soft tabular-nums">{at}</span>
      </span>
    </NavLink>
  )
}
