import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'

type NotLoadedProps = {
  /** What could not be read: 'Brands'. */
  label: string
  /** Where it is asked for once more. */
  to: string
}

/** A part of the dashboard that could not be read; everything around it stays. */
export function NotLoaded({ label, to }: NotLoadedProps) {
  return (
    <div role="alert">
      <EmptyState
        title={`${label} could not be loaded`}
        action={
          <LinkButton to={to} reloadDocument>
            Try again
          </LinkButton>
        }
      >
        Something went wrong on our side. Nothing has been lost.
      </EmptyState>
    </div>
  )
}
