import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'

/** There are too few credits: offers to buy some, and to come back to `backTo`. */
export function BuyCreditsDialog({
  sentence,
  open,
  backTo,
}: {
  sentence: string
  open: unknown
  backTo: string
}) {
  return (
    <Dialog title={sentence} open={open} role="alertdialog" closable={false}>
      <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:*:grow max-sm:[&_form_button]:w-full">
        <form method="dialog">
          <Button kind="secondary">Cancel</Button>
        </form>
        <LinkButton to={`${href('/credits')}?return_to=${encodeURIComponent(backTo)}`}>
          OK
        </LinkButton>
      </div>
    </Dialog>
  )
}
