import { classNames } from '#app/ui/class-names.ts'
import { HangerIcon } from '#app/ui/icons.tsx'

/** The widths that the image route serves; smaller originals answer with what they have. */
const WIDTHS = [320, 480, 640, 960, 1280, 1600] as const
type Width = (typeof WIDTHS)[number]

/** The address of a stored picture in one of its sizes. */
export function pictureAddress(imageUrl: string, width: Width): string {
  return `${imageUrl}?w=${width}`
}

/** Every size up to `widest`, for `srcset`. */
export function pictureSources(imageUrl: string, widest: Width = 960): string {
  return WIDTHS.filter((width) => width <= widest)
    .map((width) => `${pictureAddress(imageUrl, width)} ${width}w`)
    .join(', ')
}

/** The shape in which photos of items are cropped (spec 17.2): nothing is cut off anywhere. */
const SHAPE = 'aspect-1/2'

type ItemPictureProps = {
  imageUrl: string | null
  title: string
  /** How wide it is drawn, as CSS `sizes`. */
  sizes: string
  /** True for what is seen first: loaded at once instead of when it comes near. */
  priority?: boolean
  className?: string
}

/** A garment's photo; a calm plate with a hanger where there is none. */
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
      src={pictureAddress(imageUrl, 640)}
      srcSet={pictureSources(imageUrl)}
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
