import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '#app/ui/icons.tsx'
import { imageInWidth } from '#domain/shared/image-address.ts'

type ZoomDialogProps = {
  urls: readonly string[]
  title: string
  place: number
  onTurn: (place: number) => void
  onClose: () => void
}

/** A photo at the size of the window, or enlarged and scrollable, also by keyboard. */
export function ZoomDialog({ urls, title, place, onTurn, onClose }: ZoomDialogProps) {
  const [isLarge, setIsLarge] = useState(false)
  const url = urls[place]
  const turn = (by: number) => onTurn((place + by + urls.length) % urls.length)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      // In an enlarged photo, the arrow keys scroll.
      if (by !== undefined && !isLarge) onTurn((place + by + urls.length) % urls.length)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isLarge, onTurn, place, urls.length])

  if (!url) return null
  const name = urls.length > 1 ? `Photo ${place + 1} of ${urls.length}` : 'Photo'
  return (
    <Dialog title={name} open onClose={onClose} width="60rem">
      <section aria-label="Enlarged photo" className="zoom" tabIndex={isLarge ? 0 : undefined}>
        <img
          src={imageInWidth(url, 1600)}
          alt={title}
          className={classNames('rounded-picture bg-sand', isLarge ? 'zoom-large' : 'zoom-whole')}
        />
      </section>
      <p className="mt-4 flex flex-wrap justify-center gap-3">
        {urls.length > 1 && (
          <Turn label="Previous photo" onClick={() => turn(-1)}>
            <ArrowLeftIcon />
          </Turn>
        )}
        <button
          type="button"
          aria-pressed={isLarge}
          onClick={() => setIsLarge(!isLarge)}
          className="min-h-11 rounded-full border border-edge px-5 text-sm font-medium hover:bg-sand"
        >
          Zoom in
        </button>
        {urls.length > 1 && (
          <Turn label="Next photo" onClick={() => turn(1)}>
            <ArrowRightIcon />
          </Turn>
        )}
      </p>
    </Dialog>
  )
}

type TurnProps = { label: string; onClick: () => void; children: ReactNode }

function Turn({ label, onClick, children }: TurnProps) {
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
