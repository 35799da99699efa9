import { type ReactNode, useEffect, useRef } from 'react'
import { href } from 'react-router'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { MoreIcon } from './more-icon.tsx'

type ConversationFrameProps = {
  otherName: string
  item: { readonly id: string; readonly title: string; readonly imageUrl: string | null }
  /** The last message on the page: a new one is scrolled into view. */
  lastId: string | null
  /** What its menu holds; without it there is none. */
  menu?: ReactNode
  /** The messages. */
  children: ReactNode
  /** The input field, or why nobody can write. */
  footer: ReactNode
}

/** The person and the item, the messages, and the input field at the bottom of the screen. */
export function ConversationFrame(props: ConversationFrameProps) {
  const { otherName, item, lastId, menu, children, footer } = props
  const end = useRef<HTMLDivElement>(null)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (lastId === shown.current) return
    // On the first render, and when a message arrives while the end of the conversation is visible.
    if (shown.current === null || isAtEnd(end.current))
      end.current?.scrollIntoView({ block: 'end' })
    shown.current = lastId
  }, [lastId])
  return (
    <section className="flex min-h-[calc(100dvh-var(--header-height))] flex-col lg:min-h-[calc(100dvh-var(--header-height)-3rem)] lg:border-l lg:border-line lg:pl-12">
      <div className="flex items-center gap-4 border-b border-line py-4">
        <Link to={href('/item/:id', { id: item.id })} className="w-10 shrink-0">
          <ItemPicture
            imageUrl={item.imageUrl}
            title={item.title}
            sizes="2.5rem"
            className="rounded-picture"
          />
        </Link>
        <div className="min-w-0 grow">
          <p className="text-sm lg:hidden">
            <Link to={href('/messages')} className="inline-flex min-h-7 items-center text-link">
              Messages
            </Link>
          </p>
          <h1 className="truncate text-2xl">{otherName}</h1>
          <p className="truncate text-sm text-soft">
            <TextLink to={href('/item/:id', { id: item.id })}>{item.title}</TextLink>
          </p>
        </div>
        {menu && (
          <DetailsMenu
            className="relative shrink-0"
            summary={<MoreIcon />}
            summaryLabel="Options"
            summaryClassName="grid size-11 place-items-center rounded-control hover:bg-sand"
            panelClassName="right-0 top-full w-max max-w-[min(20rem,80vw)] rounded-control border border-line bg-sheet px-5 py-2 shadow-[0_1rem_3rem_rgb(29_25_22/0.12)]"
          >
            {menu}
          </DetailsMenu>
        )}
      </div>
      <div className="grow py-6">
        {children}
        {/* Right below the messages: a short conversation is not scrolled, and keeps its heading. */}
        <div ref={end} id="newest" className="scroll-mt-[calc(100dvh-19rem)] scroll-mb-56" />
      </div>
      <div className="sticky bottom-0 border-t border-line bg-paper py-4">{footer}</div>
    </section>
  )
}

function isAtEnd(end: HTMLElement | null): boolean {
  return end !== null && end.getBoundingClientRect().top < window.innerHeight + 200
}
