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

type ItemPictureProps = {
  imageUrl: string | null
  title: string
  /** How wide it is drawn, as CSS `sizes`. */
  sizes: string
  /** True for what is seen first: loaded at once instead of when it comes near. */
  priority?: boolean
  /** 'card' cuts 3:4 out of the upper middle, 'whole' keeps the portrait's 1:2. */
  cut?: 'card' | 'whole'
  className?: string
}

/** A garment's photo; a calm plate with a hanger where there is none. */
export function ItemPicture({
  imageUrl,
  title,
  sizes,
  priority = false,
  cut = 'card',
  className,
}: ItemPictureProps) {
  const shape = cut === 'card' ? 'aspect-3/4' : 'aspect-1/2'
  if (!imageUrl) {
    return (
      <div
        role="img"
        aria-label={`${title}: no photo yet`}
        className={classNames('grid w-full place-items-center bg-sand text-edge', shape, className)}
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
      width={cut === 'card' ? 600 : 800}
      height={cut === 'card' ? 800 : 1600}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? undefined : 'async'}
      className={classNames('block w-full bg-sand object-cover object-[50%_26%]', shape, className)}
    />
  )
}
