import { type FocusEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { href } from 'react-router'
import type { CardItem } from '#app/components/items/card-item.ts'
import { ItemCard } from '#app/components/items/item-card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { SectionHeading } from './section-heading.tsx'
import type { HomeSection } from './section-types.ts'
import { useAutoTurn } from './use-auto-turn.ts'

const ITEMS_PER_PAGE = 4

const allStyles = { text: 'See all styles', link: href('/styles') }
/** The address of the whole list. */
const more = {
  latest: allStyles,
  brand: allStyles,
  style: allStyles,
  occasion: { text: 'See all occasions', link: href('/occasions') },
}

/**
 * Four cards per page. Swiping and the dots work without a script; with one there are arrows, and
 * the pages turn automatically until someone hovers, focuses something in it, or stops them.
 */
export function CarouselSection({ id, title, subtitle, items, by }: HomeSection<'carousel'>) {
  const pages = inPages(items)
  const scroller = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const [stopped, setStopped] = useState(false)
  const { attended, ...attention } = useAttention()
  const { page, turnTo } = useAutoTurn(scroller, pages.length, stopped || attended)
  const turns = pages.length > 1

  return (
    <section
      className="page-column"
      aria-label={title ?? 'Items'}
      aria-roledescription={turns ? 'carousel' : undefined}
      {...attention}
    >
      <SectionHeading
        title={title}
        subtitle={subtitle}
        className="mb-8"
        aside={
          turns &&
          hydrated && (
            <div className="carousel-buttons">
              <RoundButton
                label={stopped ? 'Play slideshow' : 'Pause slideshow'}
                onClick={() => setStopped(!stopped)}
              >
                {stopped ? <PlayIcon /> : <PauseIcon />}
              </RoundButton>
              <RoundButton label="Previous items" onClick={() => turnTo(page - 1)}>
                <ArrowLeftIcon />
              </RoundButton>
              <RoundButton label="Next items" onClick={() => turnTo(page + 1)}>
                <ArrowRightIcon />
              </RoundButton>
            </div>
          )
        }
      />
      {items.length === 0 && (
        <EmptyState
          title="No items in stock for now, check back later"
          action={<LinkButton to={href('/search')}>Search items</LinkButton>}
        />
      )}
      <div ref={scroller} className="carousel" aria-live={attended || stopped ? 'polite' : 'off'}>
        {pages.map((cards, index) => (
          <ul
            key={cards[0]?.id}
            id={pageId(id, index)}
            aria-label={`Page ${index + 1} of ${pages.length}`}
            className="carousel-page"
          >
            {cards.map((item) => (
              <li key={item.id} className="min-w-0">
                <ItemCard item={item} />
              </li>
            ))}
          </ul>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        {turns && (
          <Dots
            carousel={id}
            count={pages.length}
            current={hydrated ? page : null}
            turnTo={turnTo}
          />
        )}
        <Link to={more[by].link} className="inline-flex min-h-11 items-center text-sm text-link">
          {more[by].text}
        </Link>
      </div>
    </section>
  )
}

function pageId(carousel: string, page: number): string {
  return `carousel-${carousel}-${page + 1}`
}

function inPages(items: readonly CardItem[]): readonly (readonly CardItem[])[] {
  const count = Math.ceil(items.length / ITEMS_PER_PAGE)
  return Array.from({ length: count }, (_, page) =>
    items.slice(page * ITEMS_PER_PAGE, (page + 1) * ITEMS_PER_PAGE),
  )
}

/** True while the pointer is over the element or the focus is in it. */
function useAttention() {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  return {
    attended: hovered || focused,
    onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false)
    },
  }
}

function RoundButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="carousel-button"
    >
      {children}
    </button>
  )
}

/** Links to the pages, so that they work without a script too. */
function Dots({
  carousel,
  count,
  current,
  turnTo,
}: {
  carousel: string
  count: number
  current: number | null
  turnTo: (page: number) => void
}) {
  return (
    <ul className="-ml-2 flex flex-wrap">
      {Array.from({ length: count }, (_, page) => (
        <li key={pageId(carousel, page)}>
          <a
            href={`#${pageId(carousel, page)}`}
            aria-label={`Page ${page + 1} of ${count}`}
            aria-current={page === current ? 'true' : undefined}
            className="carousel-dot"
            onClick={(event) => {
              event.preventDefault()
              turnTo(page)
            }}
          >
            <span />
          </a>
        </li>
      ))}
    </ul>
  )
}
