import { useId } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'

/** Who may post items (business §2); the sentence says what holds now. */
export function UserToUserSwitch({ enabled }: { enabled: boolean }) {
  const id = useId()
  const { pathname, search } = useLocation()
  const busy = useNavigation().formData?.get('intent') === 'user-to-user'
  return (
    <Form method="post" action="/admin" preventScrollReset className="flex items-center gap-3">
      <input type="hidden" name="intent" value="user-to-user" />
      <input type="hidden" name="enabled" value={enabled ? 'no' : 'yes'} />
      <input type="hidden" name="return_to" value={pathname + search} />
      <button
        type="submit"
        role="switch"
        aria-checked={enabled}
        aria-label="User-to-user"
        aria-describedby={id}
        disabled={busy}
        className={`relative h-6 w-11 shrink-0 rounded-full border transition-colors disabled:opacity-60 ${enabled ? 'border-ink bg-ink' : 'border-edge bg-sheet'}`}
      >
        <span
          aria-hidden="true"
          className={`absolute top-[3px] left-[3px] size-4 rounded-full transition-transform ${enabled ? 'translate-x-5 bg-paper' : 'bg-edge'}`}
        />
      </button>
      <span id={id} className="text-sm leading-snug">
        {enabled
          ? 'Users can apply for business accounts and post items'
          : 'Only admins can post items'}
      </span>
    </Form>
  )
}
