import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'

type NotLoadedProps = {
  /** What could not be loaded: 'Brands'. */
  label: string
  to: string
}

/** A part of the dashboard that could not be loaded; the rest of the page stays. */
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
