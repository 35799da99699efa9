import { type PointerEvent, type ReactNode, useState } from 'react'
import { ChoosePhotos } from '#app/components/images/choose-photos.tsx'
import { PhotoField } from '#app/components/images/photo-field.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { DefaultButton } from '#app/ui/fields/default-button.tsx'
import { FieldFrame } from '#app/ui/fields/field-frame.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from '#app/ui/icons.tsx'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import { MAX_MORE_PHOTOS } from '#domain/catalogue/items/fields/photo-limits.ts'
import { imageAddress, imageInWidth } from '#domain/shared/image-address.ts'
import { arranged, arrangement, movedPhoto, type PhotoMove } from './photo-order.ts'

/** By their ids; the first one may be missing. */
export type PhotosOfForm = { readonly first: string | null; readonly more: readonly string[] }

type ItemPhotosProps = {
  photos: PhotosOfForm
  errors: { readonly first: string | undefined; readonly more: string | undefined }
  onChange: (change: (now: PhotosOfForm) => PhotosOfForm) => void
}

/**
 * The photos of an item: the first one as its card shows it, and others. They are ordered by dragging,
 * or by the buttons below each, which without a script send the form.
 */
export function ItemPhotos({ photos: { first, more }, errors, onChange }: ItemPhotosProps) {
  // The key of the first photo's field, which shows another photo once one is moved to the front.
  const [fields, setFields] = useState(0)
  const photos = [first ?? '', ...more]
  const drag = useDrag((from, to) => arrange(movedPhoto(photos, from, to)))

  function arrange([front = '', ...others]: readonly string[]) {
    if (front !== photos[0]) setFields(fields + 1)
    onChange(() => ({ first: front || null, more: others }))
  }

  return (
    <div className="grid gap-8" {...drag.handlers}>
      <DefaultButton name="next" value="list" />
      <div data-photo-place={0}>
        <PhotoField
          key={fields}
          label="Photo"
          hint={`JPEG, PNG or WebP, up to ${MAX_FILE_SIZE}. You will crop it to portrait format.`}
          name="image_id"
          use="item"
          photo={first ? { id: first, url: imageAddress(first) } : null}
          onChosen={({ id }) => onChange((now) => ({ ...now, first: id }))}
          error={errors.first}
        />
      </div>
      <FieldFrame
        label="More photos"
        optional
        hint={`Up to ${MAX_MORE_PHOTOS}: the back, details, the label. Drag them into order or use the arrows.`}
        error={errors.more}
      >
        {(control) => (
          <div className="grid justify-items-start gap-4">
            <input type="hidden" name="more_photos" value="" />
            {more.length > 0 && (
              <ul className="grid w-full grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-3">
                {more.map((id, index) => (
                  <PhotoTile
                    key={id}
                    id={id}
                    place={index + 1}
                    isLast={index === more.length - 1}
                    isDragged={drag.from === index + 1}
                    onPress={(move) => {
                      arrange(arranged(photos, arrangement(move, index + 1)))
                      if (move === 'remove') document.getElementById(control.id)?.focus()
                    }}
                  />
                ))}
              </ul>
            )}
            {more.length < MAX_MORE_PHOTOS ? (
              <ChoosePhotos
                id={control.id}
                name="more_photos"
                use="item"
                max={MAX_MORE_PHOTOS - more.length}
                label="Add photos"
                describedBy={control['aria-describedby']}
                invalid={control['aria-invalid']}
                // Several are stored one after the other.
                onStored={({ id }) =>
                  onChange((now) => ({ ...now, more: [...now.more, id].slice(0, MAX_MORE_PHOTOS) }))
                }
              />
            ) : (
              <p id={control.id} tabIndex={-1} className="text-sm text-soft">
                You have added the maximum of {MAX_MORE_PHOTOS} more photos.
              </p>
            )}
          </div>
        )}
      </FieldFrame>
    </div>
  )
}

type PhotoTileProps = {
  id: string
  /** Among all photos of the item; the first one is 0. */
  place: number
  isLast: boolean
  isDragged: boolean
  onPress: (move: PhotoMove) => void
}

function PhotoTile({ id, place, isLast, isDragged, onPress }: PhotoTileProps) {
  const hydrated = useHydrated()
  const number = place + 1
  const button = (move: PhotoMove, label: string, icon: ReactNode) => (
    <button
      // Without a script it sends the form; with one, Enter in a field must not press it.
      type={hydrated ? 'button' : 'submit'}
      name="arrange"
      value={arrangement(move, place)}
      formNoValidate
      aria-label={label}
      className="grid h-9 flex-1 place-items-center rounded-control hover:bg-sand"
      onClick={(event) => {
        event.preventDefault()
        onPress(move)
      }}
    >
      {icon}
    </button>
  )
  return (
    <li data-photo-place={place} className={classNames(isDragged && 'opacity-50')}>
      <input type="hidden" name="more_photos" value={id} />
      <img
        src={imageInWidth(imageAddress(id), 320)}
        alt={`View ${number}`}
        draggable={false}
        data-photo-handle
        className="aspect-1/2 w-full cursor-grab touch-none rounded-picture bg-sand object-cover"
      />
      <p className="mt-1 flex">
        {button(
          'earlier',
          place === 1 ? `Make photo ${number} the cover` : `Move photo ${number} earlier`,
          <ArrowLeftIcon width="16" height="16" />,
        )}
        {!isLast &&
          button('later', `Move photo ${number} later`, <ArrowRightIcon width="16" height="16" />)}
        {button('remove', `Remove photo ${number}`, <CloseIcon width="14" height="14" />)}
      </p>
    </li>
  )
}

/**
 * Dragging with a mouse, pen or finger. The element around all photos captures the pointer, because
 * the dragged photo moves within the document.
 */
function useDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null)
  const stop = () => setFrom(null)
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { target, button, currentTarget, pointerId } = event
      if (button !== 0 || !(target instanceof HTMLElement)) return
      if (target.dataset.photoHandle === undefined) return
      event.preventDefault()
      currentTarget.setPointerCapture(pointerId)
      setFrom(placeOf(target))
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (from === null) return
      const below = document.elementFromPoint(clientX, clientY)
      const to = below && placeOf(below)
      if (to === null || to === from) return
      onMove(from, to)
      setFrom(to === 0 ? null : to)
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
  return { from, handlers }
}

function placeOf(element: Element): number | null {
  const place = element.closest<HTMLElement>('[data-photo-place]')?.dataset.photoPlace
  return place === undefined ? null : Number(place)
}
