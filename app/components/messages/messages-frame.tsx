import type { ReactNode } from 'react'
import { href } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { Link } from '#app/ui/link.tsx'
import { ConversationList, type ConversationListProps } from './conversation-list.tsx'

type MessagesFrameProps = {
  list: ConversationListProps
  /** The open conversation; on a phone it takes the place of the list. */
  children?: ReactNode
}

/** The list of conversations with the open one beside it. */
export function MessagesFrame({ list, children }: MessagesFrameProps) {
  const isOpen = children !== undefined
  return (
    <div className="page-column grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div
        className={classNames(
          'pt-10 pb-16 sm:pt-16 lg:sticky lg:top-(--header-height) lg:max-h-[calc(100dvh-var(--header-height))] lg:self-start lg:overflow-y-auto',
          isOpen && 'max-lg:hidden',
        )}
      >
        {isOpen ? (
          <p className="font-heading text-4xl">
            <Link to={href('/messages')} className="hover:text-primary-700">
              Messages
            </Link>
          </p>
        ) : (
          <h1>Messages</h1>
        )}
        <nav aria-label="Conversations" className="mt-6">
          <ConversationList {...list} />
        </nav>
      </div>
      {isOpen ? (
        children
      ) : (
        <p className="self-center justify-self-center text-soft max-lg:hidden">
          {list.conversations.length > 0 && 'Choose a conversation.'}
        </p>
      )}
    </div>
  )
}
