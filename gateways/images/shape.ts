/** The shapes and sizes allowed for one kind of image. */
export type Shape = {
  /** Minimum and maximum of width divided by height. */
  readonly aspect: readonly [narrowest: number, widest: number]
  /** The largest stored size, in pixels. */
  readonly width: number
  readonly height: number
  /** Smaller images are refused, measured as they are sent. */
  readonly smallest?: Size
  /** The same for an image that was cropped to this shape before it was sent. */
  readonly smallestCrop?: Size
}

export type Size = { readonly width: number; readonly height: number }

/** The size in which an image of `size` is stored: cropped to the shape, never enlarged. */
export function outputSize(size: Size, shape: Shape): Size {
  const [narrowest, widest] = shape.aspect
  const given = size.width / size.height
  const aspect = Math.min(Math.max(given, narrowest), widest)
  const cropped =
    aspect < given
      ? { width: size.height * aspect, height: size.height }
      : { width: size.width, height: size.width / aspect }
  const scale = Math.min(1, shape.width / cropped.width, shape.height / cropped.height)
  const width = Math.max(1, Math.floor(cropped.width * scale))
  const exact = narrowest === widest
  return {
    width,
    height: exact ? Math.round(width / narrowest) : Math.max(1, Math.round(cropped.height * scale)),
  }
}
