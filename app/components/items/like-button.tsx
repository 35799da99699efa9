import { href, useLocation } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { classNames } from '#app/ui/class-names.ts'
import { HeartIcon } from '#app/ui/icons.tsx'
import { useBackgroundForm } from '#app/ui/use-background-form.tsx'
import { MAX_COUNTED, showCounted } from '#domain/shared/lists/show-counted.ts'

type LikeProps = {
  itemId: string
  title: string
  likes: number
  /** Null for admins, who see only the count, and for visitors, whose count links to sign-in. */
  liked: boolean | null
  className?: string
}

const LIKES = href('/likes')

const HEART =
  'group/like easy-target inline-flex min-h-7 items-center gap-1.5 text-sm text-soft tabular-nums hover:text-ink'

/**
 * Posts `item` and `liked` (the new state) to /likes. State and count change at once; until the
 * response arrives the form's own fields count, so a failure reverts by itself.
 */
export function LikeButton({ itemId, title, likes, liked, className }: LikeProps) {
  const { Form, sending } = useBackgroundForm(`like-${itemId}`)
  const { pathname, search } = useLocation()
  const { viewer } = useShell()
  if (liked === null && viewer) return <LikeCount likes={likes} className={className} />
  if (liked === null)
    return (
      <a
        href={`${href('/likes/sign-in')}?${new URLSearchParams({ item: itemId, return_to: pathname + search })}`}
        rel="nofollow"
        className={classNames(HEART, className)}
      >
        <HeartIcon className="group-hover/like:fill-primary-100" />
        <span aria-hidden="true">{showCounted(likes)}</span>
        <span className="sr-only">{`${countInWords(likes)}. Sign in to like ${title}`}</span>
      </a>
    )

  const wanted = sending?.get('liked')
  const shown = wanted === undefined || wanted === null ? liked : wanted === 'yes'
  const change = shown === liked || likes > MAX_COUNTED ? 0 : shown ? 1 : -1
  const count = likes + change
  return (
    <Form method="post" action={LIKES} className={className}>
      <input type="hidden" name="item" value={itemId} />
      <input type="hidden" name="liked" value={shown ? 'no' : 'yes'} />
      <input type="hidden" name="return_to" value={pathname + search} />
      <button
        type="submit"
        aria-pressed={shown}
        aria-label={`Like ${title}, ${countInWords(count)}`}
        className={HEART}
      >
        <HeartIcon
          className={classNames(
            'transition-transform duration-200 motion-safe:group-active/like:scale-80',
            shown ? 'fill-primary-500 text-primary-600' : 'group-hover/like:fill-primary-100',
          )}
        />
        <span aria-hidden="true">{showCounted(count)}</span>
      </button>
    </Form>
  )
}

function LikeCount({ likes, className }: { likes: number; className?: string | undefined }) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-7 items-center gap-1.5 text-sm text-soft tabular-nums',
        className,
      )}
    >
      <HeartIcon />
      <span aria-hidden="true">{showCounted(likes)}</span>
      <span className="sr-only">{countInWords(likes)}</span>
    </span>
  )
}

function countInWords(likes: number): string {
  return likes === 1 ? '1 like' : `${showCounted(likes)} likes`
}
