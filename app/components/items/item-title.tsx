import { Fragment } from 'react'

const HYPHENATED = /[^\s-]-\S/

/**
 * A title in large letters; 'cable-knit' is not broken at its hyphen when a line has room for it.
 */
export function ItemTitle({ title }: { title: string }) {
  if (!HYPHENATED.test(title)) return title
  return title.split(/(\s+)/).map((part, index) =>
    HYPHENATED.test(part) && part.length <= 16 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one title never move
      <span key={index} className="inline-block max-w-full">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one title never move
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
