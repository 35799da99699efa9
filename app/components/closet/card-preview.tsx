import { ItemPicture } from '#app/components/item-picture.tsx'
import { creditsPerDayFromWeek, creditsPerWeek } from '#domain/shared/credits.ts'

type CardPreviewProps = {
  title: string
  size: string
  perWeek: string
  imageUrl: string | null
}

/** How the item looks in the shop, while it is written. */
export function CardPreview({ title, size, perWeek, imageUrl }: CardPreviewProps) {
  const price = /^\d{1,4}$/.test(perWeek)
    ? creditsPerWeek(creditsPerDayFromWeek(Number(perWeek))).toLocaleString('en-US')
    : '…'
  return (
    <div aria-hidden="true" className="hidden lg:block">
      <p className="mb-1.5 text-sm font-medium">In the shop</p>
      {imageUrl ? (
        <ItemPicture
          imageUrl={imageUrl}
          title=""
          sizes="13rem"
          priority
          className="rounded-picture"
        />
      ) : (
        <div className="aspect-1/2 rounded-picture bg-sand" />
      )}
      <p className="mt-3 font-heading text-lg leading-snug wrap-anywhere">{title || 'Title'}</p>
      <p className="mt-1 text-sm text-soft">
        Size {size || '…'} · {price} credits/week
      </p>
    </div>
  )
}
