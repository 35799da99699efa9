import { lazy, Suspense, useRef, useState } from 'react'
import { controlStyle } from '#app/ui/field-frame.tsx'
import { showToast } from '#app/ui/toast-list.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ImageUse } from '#db/enums.ts'
import { photoProblem } from './photo-problem.ts'
import type { StoredPhoto } from './upload-photo.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

type ChoosePhotosProps = {
  id: string
  /** The field that carries the ids; without a script the files themselves go under it. */
  name: string
  use: ImageUse
  /** What the button says. */
  label: string
  /** How many may still be chosen at once. */
  most?: number
  describedBy?: string | undefined
  invalid?: true | undefined
  onStored: (photo: StoredPhoto) => void
}

/**
 * Chooses pictures and has each cropped and sent. Without a script it is the browser's own file
 * input, and the server cuts in the centre.
 */
export function ChoosePhotos(props: ChoosePhotosProps) {
  const { id, name, use, label, most = 1, describedBy, invalid, onStored } = props
  const [files, setFiles] = useState<readonly File[]>([])
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()

  function choose(chosen: readonly File[]) {
    const problems = new Set(chosen.map(photoProblem).filter((problem) => problem !== null))
    if (chosen.length > most) problems.add(`You can add ${most} more.`)
    for (const text of problems) showToast({ type: 'error', text })
    setFiles(chosen.filter((file) => photoProblem(file) === null).slice(0, most))
  }

  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        name={name}
        accept="image/*"
        multiple={most > 1}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        className={hydrated ? 'peer sr-only' : `${controlStyle} py-2.5`}
        onChange={(event) => {
          choose([...(event.target.files ?? [])])
          // The picture itself is sent by the dialog, and the same file may be chosen again.
          event.target.value = ''
        }}
      />
      {hydrated && (
        <span
          aria-hidden="true"
          className="inline-flex min-h-11 w-fit cursor-pointer items-center rounded-control border border-edge px-5 text-sm font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-aria-invalid:border-danger hover:border-ink hover:bg-sand"
          onClick={() => input.current?.click()}
        >
          {label}
        </span>
      )}
      {files.length > 0 && (
        <Suspense fallback={null}>
          <CropDialog
            files={files}
            use={use}
            onStored={onStored}
            onUnreadable={(text) => showToast({ type: 'error', text })}
            onClose={() => {
              setFiles([])
              // After the last of several the input has given way to a sentence of the same id.
              requestAnimationFrame(() => document.getElementById(id)?.focus())
            }}
          />
        </Suspense>
      )}
    </>
  )
}
