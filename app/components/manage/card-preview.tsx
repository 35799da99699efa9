import { useEffect, useRef, useState } from 'react'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Facts } from '#app/ui/facts.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { creditsPerDayFromWeek } from '#domain/shared/rental-price.ts'

type CardPreviewProps = {
  title: string
  size: string
  perWeek: string
  imageUrl: string | null
}

export function CardPreview(props: CardPreviewProps) {
  const hydrated = useHydrated()
  return (
    <>
      <div aria-hidden="true" className="hidden lg:block">
        <p className="mb-1.5 text-sm font-medium">In the shop</p>
        <Card {...props} />
      </div>
      {hydrated && <PreviewBar {...props} />}
    </>
  )
}

function Card({ title, size, perWeek, imageUrl }: CardPreviewProps) {
  return (
    <>
      <Picture imageUrl={imageUrl} sizes="13rem" />
      <p className="mt-3 font-heading text-lg leading-snug wrap-anywhere">{title || 'Title'}</p>
      <Facts className="mt-1 text-sm text-soft">
        {`Size ${size || '…'}`}
        {priceInWords(perWeek)}
      </Facts>
    </>
  )
}

function Picture({ imageUrl, sizes }: { imageUrl: string | null; sizes: string }) {
  if (!imageUrl) return <div className="aspect-1/2 rounded-picture bg-sand" />
  return (
    <ItemPicture imageUrl={imageUrl} title="" sizes={sizes} priority className="rounded-picture" />
  )
}

function priceInWords(perWeek: string): string {
  const price = /^\d{1,4}$/.test(perWeek)
    ? creditsPerWeek(creditsPerDayFromWeek(Number(perWeek))).toLocaleString('en-US')
    : '…'
  return `${price} credits/week`
}

/** One line at the lower edge of a small screen, which opens the card until a field is used. */
function PreviewBar(props: CardPreviewProps) {
  const [open, setOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)

  useEffect(() => {
    const close = ({ target }: FocusEvent) => {
      if (target instanceof Node && !bar.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('focusin', close)
    return () => document.removeEventListener('focusin', close)
  }, [])

  return (
    <section
      ref={bar}
      aria-label="Preview"
      className="preview-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-sheet px-(--gutter) pb-[env(safe-area-inset-bottom)] lg:hidden"
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      {open && (
        <div
          aria-hidden="true"
          className="mx-auto max-h-[calc(100dvh-12rem)] w-40 overflow-hidden pt-4"
        >
          <Card {...props} />
        </div>
      )}
      <button
        type="button"
        aria-expanded={open}
        className="flex h-14 w-full items-center gap-3 text-left text-sm"
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true" className={classNames('w-5 shrink-0', open && 'invisible')}>
          <Picture imageUrl={props.imageUrl} sizes="1.25rem" />
        </span>
        <span aria-hidden="true" className={classNames('min-w-0 flex-1', open && 'invisible')}>
          <span className="block truncate font-heading text-base">{props.title || 'Title'}</span>
          <span className="block truncate text-soft">
            Size {props.size || '…'}, {priceInWords(props.perWeek)}
          </span>
        </span>
        <span className="font-medium text-link">{open ? 'Close preview' : 'Preview'}</span>
      </button>
    </section>
  )
}
