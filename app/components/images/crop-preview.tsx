import type { Crop } from './crop-shape.ts'

type CropPreviewProps = { address: string; crop: Crop; aspect: number }

/** The cropped part, as a card shows it. */
export function CropPreview({ address, crop, aspect }: CropPreviewProps) {
  return (
    <figure aria-hidden="true" className="hidden w-32 shrink-0 sm:block">
      <div
        className="relative w-full overflow-hidden rounded-picture bg-sand"
        style={{ aspectRatio: aspect }}
      >
        <img
          src={address}
          alt=""
          className="absolute max-w-none"
          style={{
            width: `${10_000 / crop.width}%`,
            height: `${10_000 / crop.height}%`,
            left: `${(-100 * crop.x) / crop.width}%`,
            top: `${(-100 * crop.y) / crop.height}%`,
          }}
        />
      </div>
      <figcaption className="mt-2 text-center text-sm text-soft">In the shop</figcaption>
    </figure>
  )
}
