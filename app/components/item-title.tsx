import { Fragment } from 'react'

/**
 * A title in large letters; 'cable-knit' is not broken at its hyphen when a line has room for it.
 */
export function ItemTitle({ title }: { title: string }) {
  return title.split(/(\S*[^\s-]-\S+)/).map((part, index) =>
    index % 2 === 1 && part.length <= 16 ? (
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
