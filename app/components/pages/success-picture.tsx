import { ItemPicture } from '#app/components/items/item-picture.tsx'

export type PicturedItem = { readonly title: string; readonly imageUrl: string | null }

/** The photo of the item that was paid for; without an item, the image of the sign-in page. */
export function SuccessPicture({ item }: { item: PicturedItem | null }) {
  if (!item)
    return (
      <div
        className="auth-picture aspect-1/2 w-64 rounded-picture max-lg:hidden"
        aria-hidden="true"
      />
    )
  return (
    <ItemPicture
      imageUrl={item.imageUrl}
      title={item.title}
      sizes="(min-width: 64rem) 16rem, 8rem"
      className="w-32! rounded-picture lg:w-64!"
    />
  )
}
