import { href, useLocation } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { SETTING_NOT_SAVED } from './admin-sentences.ts'

/**
 * Who can add items (spec 12.1), with a sentence about the current setting. Asks before changing
 * it.
 */
export function UserToUserSwitch({
  enabled,
  confirming,
}: {
  enabled: boolean
  confirming: boolean
}) {
  const { key } = useLocation()
  const sentence = enabled
    ? 'Users can apply for business accounts and post items'
    : 'Only admins can post items'
  return (
    <section aria-labelledby="posting" className="mt-10">
      <h2 id="posting" className="text-[1.75rem]">
        Who can post items
      </h2>
      <Form
        method="get"
        action={href('/admin')}
        preventScrollReset
        className="mt-4 border-y border-line"
      >
        <input type="hidden" name="ask" value="user-to-user" />
        <button
          type="submit"
          role="switch"
          aria-checked={enabled}
          aria-label={`User-to-user: ${sentence}`}
          className="flex min-h-14 w-full items-center gap-4 py-3 text-left hover:bg-sand"
        >
          <span
            aria-hidden="true"
            className={`relative h-6 w-11 shrink-0 rounded-full border ${enabled ? 'border-ink bg-ink' : 'border-edge bg-sheet'}`}
          >
            <span
              className={`absolute top-[3px] left-[3px] size-4 rounded-full ${enabled ? 'translate-x-5 bg-paper' : 'bg-edge'}`}
            />
          </span>
          <span className="leading-snug">{sentence}</span>
        </button>
      </Form>
      {confirming && (
        <ConfirmDialog
          question={
            enabled ? 'Allow only admins to post items?' : 'Allow users to apply and post items?'
          }
          open={key}
          closeTo={href('/admin')}
          fields={{ intent: 'user-to-user', enabled: enabled ? 'no' : 'yes' }}
          confirmText={enabled ? 'Allow only admins' : 'Allow users'}
          failed={SETTING_NOT_SAVED}
        >
          <p className="text-soft">
            {enabled
              ? 'Business applications and new items from closets will be turned off. Existing items stay listed, and rentals continue.'
              : 'Users can apply for a business account, and approved closets can add items.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
