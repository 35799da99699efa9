import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ITEMS } from '#app/rendering/item-address.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { dollarsInShort } from '#domain/money/checkout/credit-prices.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { CardItem } from './card-item.ts'
import { ItemMark } from './item-mark.tsx'
import { ItemPicture } from './item-picture.tsx'
import { ItemTitle } from './item-title.tsx'
import { LikeButton } from './like-button.tsx'

type ItemCardProps = {
  item: CardItem
  /** True in the first row only: its images load at once. */
  priority?: boolean
  /** The width of the card; by default that of the grid's four, three and two columns. */
  sizes?: string
  /** The heading level below the one above the grid. */
  heading?: 'h2' | 'h3'
  /** What else can be done with it, below. */
  children?: ReactNode
}

const IN_THE_GRID = '(min-width: 1024px) 23vw, (min-width: 640px) 31vw, calc(50vw - 1.5rem)'

/** An item in a list. The whole card links to it; the like button is separate. */
export function ItemCard({
  item,
  priority = false,
  sizes = IN_THE_GRID,
  heading: Heading = 'h3',
  children,
}: ItemCardProps) {
  const { id, title, brand, imageUrl, size, creditsPerWeek, likes, liked, mark, rating } = item
  const { search } = useLocation()
  const shownMark = mark ?? (item.instant && 'instant')
  return (
    <article className="item-card relative flex h-full flex-col">
      <div className="relative overflow-hidden rounded-picture bg-sand">
        <ItemPicture
          imageUrl={imageUrl}
          title={title}
          sizes={sizes}
          priority={priority}
          className="item-card-picture"
        />
        {shownMark && <ItemMark mark={shownMark} className="absolute top-3 left-3 bg-sheet" />}
      </div>
      <div className="flex flex-1 flex-col pt-3.5">
        <Heading className="line-clamp-3 text-[1.0625rem] leading-snug tracking-normal wrap-anywhere sm:text-lg">
          <ItemTitle title={title} />
        </Heading>
        {brand && <p className="mt-0.5 truncate text-[0.8125rem] text-soft sm:text-sm">{brand}</p>}
        <Facts className="mt-1 text-[0.8125rem] text-soft sm:text-sm">
          {`Size ${size}`}
          {`${showNumber(creditsPerWeek)} credits/week`}
        </Facts>
        <Facts className="text-[0.8125rem] text-soft sm:text-sm">
          {`${creditsPerWeek > 0 ? 'about ' : ''}${dollarsInShort(creditsPerWeek)}`}
          {item.location}
          {item.distance}
        </Facts>
        <Facts className="text-[0.8125rem] text-soft sm:text-sm">
          {rating && `★ ${(rating.stars / rating.ratings).toFixed(1)} (${rating.ratings})`}
          {item.likelyToFit && `${item.likelyToFit.percent}% likely to fit`}
          {item.likelyToFit?.otherwise && `measurements: ${item.likelyToFit.otherwise}`}
        </Facts>
        <div className="mt-auto flex items-center justify-between gap-x-3 pt-2">
          <Link
            to={`${ITEMS}${id}${datesIn(search)}`}
            prefetch="intent"
            className="min-w-0 py-1 text-sm text-ink text-link after:absolute after:inset-0"
          >
            View Details<span className="sr-only">: {title}</span>
          </Link>
          <LikeButton
            itemId={id}
            title={title}
            likes={likes}
            liked={liked}
            className="relative z-10 shrink-0"
          />
        </div>
        {children}
      </div>
    </article>
  )
}

/** The dates in a list's address are passed on to the item. */
function datesIn(search: string): string {
  if (!search) return ''
  const query = new URLSearchParams(search)
  const [start, end] = [query.get('start'), query.get('end')]
  return start && end ? `?${new URLSearchParams({ start, end })}` : ''
}
