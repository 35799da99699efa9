import { Link } from 'react-router'
import type { CardItem } from './card-item.ts'
import { ItemMark } from './item-mark.tsx'
import { ItemPicture } from './item-picture.tsx'
import { LikeButton } from './like-button.tsx'

type ItemCardProps = {
  item: CardItem
  /** True in the first row only: its pictures load at once. */
  priority?: boolean
  /** How wide the card is drawn; the grid's four, three and two columns unless told. */
  sizes?: string
  /** The level that follows the heading above the grid. */
  heading?: 'h2' | 'h3'
}

const IN_THE_GRID = '(min-width: 1024px) 23vw, (min-width: 640px) 31vw, calc(50vw - 1.5rem)'

/** A garment in a list. The whole card leads to it; the heart stands apart. */
export function ItemCard({
  item,
  priority = false,
  sizes = IN_THE_GRID,
  heading: Heading = 'h3',
}: ItemCardProps) {
  const { id, title, imageUrl, size, creditsPerWeek, likes, liked, mark } = item
  return (
    <article className="item-card group/card relative flex h-full flex-col">
      <div className="relative overflow-hidden rounded-picture bg-sand">
        <ItemPicture
          imageUrl={imageUrl}
          title={title}
          sizes={sizes}
          priority={priority}
          className="item-card-picture"
        />
        {mark && <ItemMark mark={mark} className="absolute top-3 left-3 bg-sheet" />}
      </div>
      <div className="flex flex-1 flex-col pt-3.5">
        <Heading className="line-clamp-2 text-[1.0625rem] leading-snug tracking-normal wrap-anywhere sm:text-lg">
          {title}
        </Heading>
        <p className="mt-1 text-[0.8125rem] text-soft sm:text-sm">
          Size {size} <span aria-hidden="true">·</span> {creditsPerWeek} credits/week
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 pt-2">
          <Link
            to={`/item/${id}`}
            prefetch="intent"
            className="inline-block py-1 text-sm text-ink text-link after:absolute after:inset-0"
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
      </div>
    </article>
  )
}
