import { useEffect, useRef } from 'react'
import { href, useLocation } from 'react-router'
import { isFocusLost } from '#app/ui/hooks/is-focus-lost.ts'
import { Link } from '#app/ui/link.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { PlannedBoard } from '#domain/booking/boards/boards.ts'
import type { CardItem } from './card-item.ts'

type AddFromCardProps = {
  item: Pick<CardItem, 'id' | 'title'>
  board: PlannedBoard
}

/** On the card of an item: puts it on the board without leaving the list, or says that it is on it. */
export function AddFromCard({ item: { id, title }, board }: AddFromCardProps) {
  const { pathname, search } = useLocation()
  const isOn = board.itemIds.some((itemId) => itemId === id)
  const link = useFocusAfterAdding(isOn)
  if (isOn)
    return (
      <Link
        ref={link}
        to={href('/boards/:id', { id: board.id })}
        className="relative z-10 inline-flex min-h-9 items-center text-sm text-link"
      >
        On the board<span className="sr-only">: {title}</span>
      </Link>
    )
  return (
    <QuickForm
      action={href('/boards')}
      fields={{ intent: 'add', board: board.id, item: id, return_to: pathname + search }}
      kind="quiet"
      size="small"
      className="relative z-10"
    >
      <span>
        Add <span className="sr-only">{title}</span> to board
      </span>
    </QuickForm>
  )
}

/** The button that was pressed is gone; the focus moves to the link in its place. */
function useFocusAfterAdding(isOn: boolean) {
  const link = useRef<HTMLAnchorElement>(null)
  const before = useRef(isOn)
  useEffect(() => {
    const isAdded = isOn && !before.current
    before.current = isOn
    if (isAdded && isFocusLost()) link.current?.focus({ preventScroll: true })
  }, [isOn])
  return link
}
