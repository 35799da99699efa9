import { useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Icon } from '#app/ui/icons.tsx'
import { showToast } from '#app/ui/toast-list.ts'
import { shareLink } from './share-link.ts'

type ShareButtonProps = {
  /** What is shared. */
  noun: 'item' | 'closet'
  title: string
  /** The canonical address, with its origin. */
  url: string
}

/** Shares an address. Without a script only its room is there, so nothing moves later. */
export function ShareButton({ noun, title, url }: ShareButtonProps) {
  const hydrated = useHydrated()
  const [isRefused, setIsRefused] = useState(false)
  const share = async () => {
    const shared = await shareLink({ title, url })
    if (shared === 'copied') showToast({ type: 'success', text: 'Link copied.' }, 'link-copied')
    setIsRefused(shared === 'refused')
  }
  return (
    <>
      <button
        type="button"
        className={classNames(
          'easy-target inline-flex min-h-7 items-center gap-1.5 text-sm text-soft hover:text-ink print:hidden',
          !hydrated && 'invisible',
        )}
        onClick={() => void share()}
      >
        <Icon>
          <path d="M12 15V3.5M8 7.5l4-4 4 4M8 10.5H5.5v10h13v-10H16" />
        </Icon>
        Share
      </button>
      {isRefused && (
        <Dialog title={`Share this ${noun}`} open onClose={() => setIsRefused(false)}>
          <Field
            label="Link"
            hint="Your browser did not allow copying. Please copy the link yourself."
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
            className="mt-5"
          />
        </Dialog>
      )}
    </>
  )
}
