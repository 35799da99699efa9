import { Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { controlStyle } from '#app/ui/fields/field-frame.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { openedPart } from '#app/ui/parts/opened-part.ts'
import { showToast } from '#app/ui/toast-list.ts'
import type { ImageUse } from '#db/enums.ts'
import { isShownWhole } from './crop-shape.ts'
import { uploadFailed } from './image-sentences.ts'
import { PHOTO_TYPES, photoContentProblem, photoProblem } from './photo-problem.ts'
import { type FailedUpload, type StoredPhoto, uploadPhoto } from './upload-photo.ts'
import { UploadProblem } from './upload-problem.tsx'

const CropDialog = openedPart(() => import('./crop-dialog.tsx'), 'CropDialog')

type ChoosePhotosProps = {
  id: string
  /** The field for the ids; without a script it contains the files themselves. */
  name: string
  use: ImageUse
  /** The button's label. */
  label: string
  /** How many more can be selected at once. */
  max?: number
  describedBy?: string | undefined
  invalid?: true | undefined
  onStored: (photo: StoredPhoto) => void
}

/** Selected and not uploaded yet. */
type Unsent = { readonly files: readonly File[]; readonly why: FailedUpload }

/**
 * Lets people select images, crop them if their use has a shape, and upload them. Without a script
 * it is the browser's own file input, and the server crops around the centre.
 */
export function ChoosePhotos(props: ChoosePhotosProps) {
  const { id, name, use, label, max = 1, describedBy, invalid, onStored } = props
  const [files, setFiles] = useState<readonly File[]>([])
  const [sending, setSending] = useState<string | null>(null)
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const leaving = useRef(new AbortController())
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()

  async function choose(chosen: readonly File[]) {
    const checked = await Promise.all(
      chosen.map(async (file) => ({
        file,
        problem: photoProblem(file) ?? (await photoContentProblem(file, use)),
      })),
    )
    const problems = new Set(checked.flatMap(({ problem }) => problem ?? []))
    const good = checked.filter(({ problem }) => problem === null).map(({ file }) => file)
    if (good.length > max) problems.add(`You can add ${max} more.`)
    for (const text of problems) showToast({ type: 'error', text })
    const taken = good.slice(0, max)
    if (isShownWhole(use)) await sendWhole([...(unsent?.files ?? []), ...taken].slice(0, max))
    else setFiles(taken)
  }

  /** Evidence is never cropped; without the dialog the server crops around the center. */
  async function sendWhole(taken: readonly File[]) {
    setUnsent(null)
    for (const [index, file] of taken.entries()) {
      setSending(`Uploading ${index + 1} of ${taken.length}...`)
      const sent = await uploadPhoto(
        file,
        { use, isCropped: false },
        () => {},
        leaving.current.signal,
      )
      if (leaving.current.signal.aborted) return
      if (sent.ok) {
        onStored(sent.photo)
      } else if (sent.mayRetry) {
        // The remaining files would fail too.
        setUnsent({ files: taken.slice(index), why: sent })
        break
      } else {
        showToast({ type: 'error', text: sent.problem ?? uploadFailed(use) })
      }
    }
    setSending(null)
  }

  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        name={name}
        accept={PHOTO_TYPES}
        multiple={max > 1}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        className={hydrated ? 'peer sr-only' : `${controlStyle} py-2.5`}
        onChange={(event) => {
          void choose([...(event.target.files ?? [])])
          // The dialog uploads the image, and the same file can be selected again.
          event.target.value = ''
        }}
      />
      {hydrated && (
        <span
          aria-hidden="true"
          className="inline-flex min-h-11 w-fit cursor-pointer items-center rounded-control border border-edge px-5 text-sm font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-aria-invalid:border-danger hover:border-ink hover:bg-sand"
          onClick={() => input.current?.click()}
        >
          {sending ?? label}
        </span>
      )}
      <span role="status" className="sr-only">
        {sending}
      </span>
      {unsent && (
        <UploadProblem
          sentence={unsent.why.problem ?? uploadFailed(use)}
          isSignedOut={unsent.why.isSignedOut}
        >
          <p className="mt-3 flex flex-wrap items-center gap-3">
            <Button
              type="button"
              kind="secondary"
              size="small"
              onClick={() => {
                // This button disappears.
                input.current?.focus()
                void sendWhole(unsent.files)
              }}
            >
              Try again
            </Button>
            <span>
              {unsent.files.length === 1
                ? '1 photo has not been uploaded.'
                : `${unsent.files.length} photos have not been uploaded.`}
            </span>
          </p>
        </UploadProblem>
      )}
      {files.length > 0 && (
        <Suspense fallback={null}>
          <CropDialog
            files={files}
            use={use}
            onStored={onStored}
            onUnreadable={(text) => showToast({ type: 'error', text })}
            onMissing={() => {
              setFiles([])
              void sendWhole(files)
            }}
            onClose={() => {
              setFiles([])
              // After the last of several, the input is replaced by a sentence with the same id.
              requestAnimationFrame(() => document.getElementById(id)?.focus())
            }}
          />
        </Suspense>
      )}
    </>
  )
}
