import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { counted } from '#domain/shared/figures.ts'

export type BulkRefusals = {
  readonly change: 'block' | 'delete'
  readonly changed: number
  readonly refused: readonly {
    readonly id: string
    readonly title: string
    readonly sentence: string
  }[]
}

export function NotChanged({ refusals }: { refusals: BulkRefusals }) {
  const { change, changed, refused } = refusals
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals) box.current?.focus()
  }, [refusals])
  const words = WORDS[change]
  const isOne = refused.length === 1
  return (
    <div ref={box} tabIndex={-1} className="mt-5 scroll-mt-40 outline-none">
      <Notice kind="error">
        <p className="font-medium">
          {refused.length} of {counted(changed + refused.length, 'item')}{' '}
          {isOne ? words.one : words.several}
        </p>
        <ul className="mt-2 grid gap-1">
          {refused.map(({ id, title, sentence }) => (
            <li key={id}>
              <Link to={href('/business/items/:id', { id })} className="underline">
                {title}
              </Link>
              : {sentence}
            </li>
          ))}
        </ul>
        {changed > 0 && <p className="mt-2">{words.rest(counted(changed, 'item'), changed)}</p>}
      </Notice>
    </div>
  )
}

const WORDS = {
  block: {
    one: 'was not changed:',
    several: 'were not changed:',
    rest: (items: string) => `The dates of ${items} are blocked.`,
  },
  delete: {
    one: 'was not deleted:',
    several: 'were not deleted:',
    rest: (items: string, count: number) => `${items} ${count === 1 ? 'was' : 'were'} deleted.`,
  },
} as const
