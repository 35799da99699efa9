import { useState } from 'react'
import { FieldFrame, type FieldText } from '#app/ui/fields/field-frame.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { CloseIcon, HangerIcon } from '#app/ui/icons.tsx'
import type { ImageUse } from '#db/enums.ts'
import { imageInWidth } from '#domain/shared/image-address.ts'
import { ChoosePhotos } from './choose-photos.tsx'
import { cropAspect } from './crop-shape.ts'
import type { StoredPhoto } from './upload-photo.ts'

type PhotoFieldProps = FieldText & {
  /** The field for the image's id. */
  name: string
  use: ImageUse
  /** The image shown now: the saved one, or the one from a refused form. */
  photo: StoredPhoto | null
  /** Beside its button instead of above it, in forms with many fields. */
  small?: boolean
  /** Called with a new one. */
  onChosen?: (photo: StoredPhoto) => void
}

/** A form's field for one image. */
export function PhotoField(props: PhotoFieldProps) {
  const { name, use, photo: saved, small = false, onChosen, ...text } = props
  const [photo, setPhoto] = useState(saved)
  return (
    <FieldFrame {...text}>
      {(control) => (
        <div
          className={small ? 'flex flex-wrap items-center gap-4' : 'grid justify-items-start gap-3'}
        >
          <div className={small ? 'w-24' : 'w-40 md:w-full'}>
            <PhotoPreview photo={photo} use={use} alt={`${text.label}, as chosen`} />
          </div>
          {photo && <input type="hidden" name={name} value={photo.id} />}
          <ChoosePhotos
            id={control.id}
            name={name}
            use={use}
            label={photo ? 'Change photo' : 'Choose a photo'}
            describedBy={control['aria-describedby']}
            invalid={control['aria-invalid']}
            onStored={(stored) => {
              setPhoto(stored)
              onChosen?.(stored)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}

type PhotosFieldProps = FieldText & {
  name: string
  use: ImageUse
  photos: readonly StoredPhoto[]
  max: number
}

/** A form's field for several images, with one hidden field of the same name for each. */
export function PhotosField({ name, use, photos: saved, max, ...text }: PhotosFieldProps) {
  const [photos, setPhotos] = useState(saved)
  const hydrated = useHydrated()
  const left = max - photos.length
  return (
    <FieldFrame {...text}>
      {(control) => (
        <div className="grid justify-items-start gap-4">
          {photos.length > 0 && (
            <ul className="flex flex-wrap gap-3">
              {photos.map((photo, index) => (
                <li key={photo.id} className="relative w-24">
                  <PhotoPreview photo={photo} use={use} alt={`Photo ${index + 1}`} />
                  {hydrated ? (
                    <>
                      <input type="hidden" name={name} value={photo.id} />
                      <button
                        type="button"
                        aria-label={`Remove photo ${index + 1}`}
                        className="absolute top-1 right-1 grid size-8 place-items-center rounded-full bg-sheet/90 hover:bg-sand"
                        onClick={() => {
                          setPhotos(photos.filter(({ id }) => id !== photo.id))
                          document.getElementById(control.id)?.focus()
                        }}
                      >
                        <CloseIcon width="16" height="16" />
                      </button>
                    </>
                  ) : (
                    <label className="mt-1 flex min-h-6 items-center gap-2 text-sm">
                      <input type="checkbox" name={name} value={photo.id} defaultChecked /> Keep
                    </label>
                  )}
                </li>
              ))}
            </ul>
          )}
          {left > 0 ? (
            <ChoosePhotos
              id={control.id}
              name={name}
              use={use}
              max={left}
              label={photos.length > 0 ? 'Add photos' : 'Choose photos'}
              describedBy={control['aria-describedby']}
              invalid={control['aria-invalid']}
              onStored={(photo) => setPhotos((before) => [...before, photo].slice(0, max))}
            />
          ) : (
            <p id={control.id} tabIndex={-1} className="text-sm text-soft">
              You have added the maximum of {max} photos.
            </p>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function PhotoPreview({
  photo,
  use,
  alt,
}: {
  photo: StoredPhoto | null
  use: ImageUse
  alt: string
}) {
  const aspectRatio = cropAspect(use) ?? 1
  return photo ? (
    <img
      src={imageInWidth(photo.url, 320)}
      alt={alt}
      style={{ aspectRatio }}
      className="w-full rounded-picture bg-sand object-cover"
    />
  ) : (
    <div
      aria-hidden="true"
      style={{ aspectRatio }}
      className="grid w-full place-items-center rounded-picture bg-sand text-edge"
    >
      <HangerIcon width="30%" height="30%" strokeWidth="0.7" />
    </div>
  )
}
