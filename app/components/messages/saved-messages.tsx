import type { RefObject } from 'react'
import { href } from 'react-router'
import { TextLink } from '#app/ui/text-link.tsx'
import type { SavedMessage } from '#domain/care/messages/saved-messages.ts'
import { withSaved } from './with-saved.ts'

type SavedMessagesProps = {
  saved: readonly SavedMessage[]
  /** Where the chosen one is added. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** Adds a saved message to the one that is being written; without a script, the server does. */
export function SavedMessages({ saved, field }: SavedMessagesProps) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-link">
        Saved messages
      </summary>
      <ul className="max-h-60 overflow-y-auto border-y border-line">
        {saved.map(({ position, body }) => (
          <li key={position} className="border-b border-line last:border-0">
            <button
              type="submit"
              name="insert"
              value={position}
              formNoValidate
              className="min-h-11 w-full py-2 text-left text-sm"
              onClick={(event) => {
                const { current } = field
                if (!current) return
                event.preventDefault()
                current.value = withSaved(current.value, body)
                current.dispatchEvent(new Event('input', { bubbles: true }))
                current.focus()
              }}
            >
              <span className="line-clamp-2 wrap-anywhere">{body}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">
        <TextLink to={href('/business/saved-messages')}>
          {saved.length === 0 ? 'Save what you write often' : 'Edit saved messages'}
        </TextLink>
      </p>
    </details>
  )
}
