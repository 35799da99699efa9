import { Button } from '#app/ui/button.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { MessagePage } from './message-page.tsx'

export type Trouble =
  | { readonly kind: 'crash'; readonly id: string | null }
  | { readonly kind: 'database-away' | 'offline' }

/** Something that is not the visitor's doing: what happened, and what helps. */
export function TroublePage({ trouble }: { trouble: Trouble }) {
  return (
    <div
      data-trouble={trouble.kind}
      data-incident={trouble.kind === 'crash' ? (trouble.id ?? undefined) : undefined}
    >
      <Explanation trouble={trouble} />
    </div>
  )
}

function Explanation({ trouble }: { trouble: Trouble }) {
  switch (trouble.kind) {
    case 'database-away':
      return (
        <MessagePage title="We will be right back" actions={<TryAgain />}>
          <p>
            We cannot reach our wardrobe at the moment. Nothing is lost: what you paid and rented is
            safe.
          </p>
        </MessagePage>
      )
    case 'offline':
      return (
        <MessagePage title="No connection" actions={<TryAgain />}>
          <p>This page could not be fetched. Check your connection, then try again.</p>
        </MessagePage>
      )
    case 'crash':
      return (
        <MessagePage
          title="Something came undone"
          actions={
            <>
              <TryAgain />
              <LinkButton to="/" kind="secondary" reloadDocument>
                Go to the home page
              </LinkButton>
            </>
          }
        >
          <p>That is our mistake, and it has been noted. Trying again may already help.</p>
          {trouble.id && (
            <p className="text-base">
              If you write to us about it, quote{' '}
              <strong className="font-medium text-ink">{trouble.id}</strong>.
            </p>
          )}
        </MessagePage>
      )
  }
}

/** Reloading is the one thing that a page without data can do; the link does it without a script. */
function TryAgain() {
  const hydrated = useHydrated()
  if (!hydrated) {
    return (
      <LinkButton to="" reloadDocument>
        Try again
      </LinkButton>
    )
  }
  return (
    <Button type="button" onClick={() => window.location.reload()}>
      Try again
    </Button>
  )
}
