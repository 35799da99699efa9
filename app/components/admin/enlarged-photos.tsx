import { type ReactNode, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '#app/ui/icons.tsx'
import { imageInWidth } from '#domain/shared/image-address.ts'

/** Thumbnails in a row; each opens in full size, with a link to the next one. */
export function EnlargedPhotos({
  urls,
  of,
  large = false,
}: {
  urls: readonly string[]
  of: string
  /** Large enough for a decision. */
  large?: boolean
}) {
  const [open, setOpen] = useState<number | null>(null)
  const shown = open === null ? null : urls[open]
  const turn = (by: number) => setOpen(((open ?? 0) + by + urls.length) % urls.length)
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {urls.map((url, index) => (
          <li key={url}>
            <a
              href={imageInWidth(url, 1280)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setOpen(index)
              }}
              className="block"
            >
              <img
                src={imageInWidth(url, 320)}
                alt={`${of}, ${index + 1} of ${urls.length}: enlarge`}
                width="160"
                height="320"
                loading="lazy"
                className={classNames(
                  'max-w-full rounded-picture bg-sand object-cover',
                  large ? 'aspect-1/2 w-28 sm:w-36' : 'h-40 w-20',
                )}
              />
            </a>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog
          title={`${of}, ${(open ?? 0) + 1} of ${urls.length}`}
          open
          onClose={() => setOpen(null)}
          width="40rem"
        >
          <img
            src={imageInWidth(shown, 1280)}
            alt={of}
            className="mx-auto mt-5 max-h-[70dvh] w-auto rounded-picture bg-sand"
          />
          {urls.length > 1 && (
            <p className="mt-5 flex justify-center gap-3">
              <Turn label="Previous photo" onClick={() => turn(-1)}>
                <ArrowLeftIcon />
              </Turn>
              <Turn label="Next photo" onClick={() => turn(1)}>
                <ArrowRightIcon />
              </Turn>
            </p>
          )}
        </Dialog>
      )}
    </>
  )
}

function Turn({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full border border-edge hover:bg-sand"
    >
      {children}
    </button>
  )
}
