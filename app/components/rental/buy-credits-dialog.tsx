import { href } from 'react-router'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
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
    <AlertDialog sentence={sentence} open={open} closeText="Cancel">
      <LinkButton to={`${href('/credits')}?return_to=${encodeURIComponent(backTo)}`}>OK</LinkButton>
    </AlertDialog>
  )
}
