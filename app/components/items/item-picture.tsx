import { classNames } from '#app/ui/class-names.ts'
import { HangerIcon } from '#app/ui/icons.tsx'
import { imageInWidth, imageSources } from '#domain/shared/image-address.ts'

/** The shape in which photos of items are cropped (spec 17.2), so nothing is cut off. */
const SHAPE = 'aspect-1/2'

type ItemPictureProps = {
  imageUrl: string | null
  title: string
  /** Its displayed width, as CSS `sizes`. */
  sizes: string
  /** True for images at the top: loaded at once instead of when they come near. */
  priority?: boolean
  className?: string
}

/** An item's photo; a placeholder with a hanger when there is none. */
export function ItemPicture({
  imageUrl,
  title,
  sizes,
  priority = false,
  className,
}: ItemPictureProps) {
  if (!imageUrl) {
    return (
      <div
        role="img"
        aria-label={`${title}: no photo yet`}
        className={classNames('grid w-full place-items-center bg-sand text-edge', SHAPE, className)}
      >
        <HangerIcon width="28%" height="28%" strokeWidth="0.6" />
      </div>
    )
  }
  return (
    <img
      src={imageInWidth(imageUrl, 640)}
      srcSet={imageSources(imageUrl)}
      sizes={sizes}
      alt={title}
      width={800}
      height={1600}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? undefined : 'async'}
      className={classNames('block w-full bg-sand object-cover object-top', SHAPE, className)}
    />
  )
}
