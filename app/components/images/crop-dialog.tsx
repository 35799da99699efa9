import { useEffect, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { ImageUse } from '#db/enums.ts'
import { CropPreview } from './crop-preview.tsx'
import { type Crop, cropAspect, initialCrop } from './crop-shape.ts'
import { drawCrop } from './draw-crop.ts'
import { uploadFailed } from './image-sentences.ts'
import { sizeProblem } from './photo-problem.ts'
import { type FailedUpload, type StoredPhoto, uploadPhoto } from './upload-photo.ts'
import { UploadProblem } from './upload-problem.tsx'

type CropDialogProps = {
  /** Cropped one at a time. */
  files: readonly File[]
  use: ImageUse
  onStored: (photo: StoredPhoto) => void
  /** A file that the browser cannot open. */
  onUnreadable: (sentence: string) => void
  onClose: () => void
}

/** Crops and uploads a selected image. Loaded when it is first opened. */
export function CropDialog({ files, use, onStored, onUnreadable, onClose }: CropDialogProps) {
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const file = files[at]
  const count = files.length > 1 ? ` ${at + 1} of ${files.length}` : ''

  function next() {
    if (at + 1 < files.length) setAt(at + 1)
    else dialog.current?.close()
  }

  return (
    <Dialog
      ref={dialog}
      open
      onClose={onClose}
      title={`Crop photo${count}`}
      width="44rem"
      closable={false}
    >
      {file && (
        <CropOne
          key={at}
          file={file}
          use={use}
          onStored={(photo) => {
            onStored(photo)
            next()
          }}
          onUnreadable={(sentence) => {
            onUnreadable(sentence)
            next()
          }}
          onSkip={next}
        />
      )}
    </Dialog>
  )
}

type CropOneProps = {
  file: File
  use: ImageUse
  onStored: (photo: StoredPhoto) => void
  /** With the sentence that explains why. */
  onUnreadable: (sentence: string) => void
  onSkip: () => void
}

function CropOne({ file, use, onStored, onUnreadable, onSkip }: CropOneProps) {
  const image = useRef<HTMLImageElement>(null)
  const sending = useRef<AbortController>(null)
  const [address, setAddress] = useState<string>()
  const [crop, setCrop] = useState<Crop>()
  const [sent, setSent] = useState<number | null>(null)
  const [failed, setFailed] = useState<Pick<FailedUpload, 'problem' | 'isSignedOut'> | null>(null)
  const aspect = cropAspect(use)

  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      sending.current?.abort()
    }
  }, [file])

  async function store() {
    if (!image.current || !crop) return
    setFailed(null)
    setSent(0)
    const controller = new AbortController()
    sending.current = controller
    const picture = await drawCrop(image.current, crop, use)
    const upload = picture
      ? await uploadPhoto(picture, { use, isCropped: true }, setSent, controller.signal)
      : ({ ok: false, problem: null, isSignedOut: false } as const)
    if (controller.signal.aborted) return
    setSent(null)
    if (upload.ok) onStored(upload.photo)
    else setFailed(upload)
  }

  return (
    <>
      <p className="mt-2 text-sm text-soft">
        Drag the frame or its corners.{' '}
        <span className="[@media(hover:none)]:hidden">
          You can also use the arrow keys. Hold Shift or Ctrl/⌘ for larger steps.
        </span>
      </p>
      <div className="mt-4 flex items-start gap-5">
        <div className="flex min-h-40 min-w-0 flex-1 items-center justify-center overflow-hidden rounded-picture bg-sand">
          {address && (
            <ReactCrop
              crop={crop}
              aspect={aspect ?? undefined}
              keepSelection
              ruleOfThirds
              minWidth={24}
              minHeight={24}
              disabled={sent !== null}
              // The image inherits this height, so that the buttons stay visible.
              className="max-h-[min(52dvh,34rem)]"
              onChange={(_pixels, percent) => setCrop(percent)}
            >
              <img
                ref={image}
                src={address}
                alt="Uncropped original"
                onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
                  const tooSmall = sizeProblem({ width, height }, use)
                  if (tooSmall) onUnreadable(tooSmall)
                  else setCrop(initialCrop({ width, height }, aspect))
                }}
                onError={() => onUnreadable(uploadFailed(use))}
              />
            </ReactCrop>
          )}
        </div>
        {address && crop && aspect && <CropPreview address={address} crop={crop} aspect={aspect} />}
      </div>
      {failed && (
        <div className="mt-5">
          <UploadProblem
            sentence={failed.problem ?? uploadFailed(use)}
            isSignedOut={failed.isSignedOut}
          />
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        {sent !== null && <Progress share={sent} />}
        <Button type="button" kind="secondary" onClick={onSkip}>
          Cancel
        </Button>
        <Button
          type="button"
          onClick={() => void store()}
          busy={sent !== null || !crop}
          busyText={sent === null ? 'Use photo' : 'Uploading...'}
        >
          {failed ? 'Try again' : 'Use photo'}
        </Button>
      </div>
    </>
  )
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <label className="mr-auto flex items-center gap-3 text-sm text-soft">
      <progress value={percent} max={100} aria-label="Upload" className="photo-progress w-32" />
      <span className="tabular-nums">{percent}%</span>
    </label>
  )
}
