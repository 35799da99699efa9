import { Form, Link } from 'react-router'
import { ItemPicture } from '#app/components/item-picture.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { OwnItem } from '#domain/items/own-items.ts'
import { standingWords } from './standing-words.ts'

type OwnItemRowProps = {
  item: OwnItem
  priority: boolean
  /** The address that asks whether to delete it. */
  deleteTo: string
}

/** One of the closet's items, with what can be done to it. */
export function OwnItemRow({ item, priority, deleteTo }: OwnItemRowProps) {
  const { label, kind } = standingWords[item.standing]
  return (
    <li className="relative grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-5 border-b border-line py-5 sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:gap-x-7">
      <ItemPicture
        imageUrl={item.imageUrl}
        title={item.title}
        sizes="6.5rem"
        priority={priority}
        className="rounded-picture"
      />
      <div className="grid content-center gap-x-8 gap-y-2 md:grid-cols-[minmax(0,1fr)_9rem_auto] md:items-center">
        <div className="min-w-0">
          <p className="flex flex-wrap gap-2">
            <Badge kind={kind}>{label}</Badge>
            {item.paused && item.standing !== 'paused' && <Badge>Paused</Badge>}
          </p>
          <h3 className="mt-2 text-lg leading-snug sm:text-xl">
            <Link
              to={`/business/items/${item.id}`}
              prefetch="intent"
              className="hover:text-primary-700"
            >
              {item.title}
            </Link>
          </h3>
          <p className="mt-1 text-sm text-soft">
            {item.style} · {item.eventType} · Size {item.size}
          </p>
          <p className="text-sm text-soft">{item.location}</p>
        </div>
        <p className="text-sm tabular-nums md:text-right">
          {item.creditsPerWeek} credits
          <span className="text-soft">/week</span>
        </p>
        <div className="flex flex-wrap items-center gap-x-5 md:justify-end">
          <Link to={`/business/items/${item.id}`} className={ACTION}>
            Edit<span className="sr-only"> {item.title}</span>
          </Link>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value={item.paused ? 'resume' : 'pause'} />
            <input type="hidden" name="item" value={item.id} />
            <Button kind="quiet" size="small">
              {item.paused ? 'Resume' : 'Pause'}
              <span className="sr-only"> {item.title}</span>
            </Button>
          </Form>
          <Link to={deleteTo} preventScrollReset className={ACTION}>
            Delete<span className="sr-only"> {item.title}</span>
          </Link>
        </div>
      </div>
    </li>
  )
}

const ACTION = 'inline-flex min-h-9 items-center text-sm font-medium text-link'
