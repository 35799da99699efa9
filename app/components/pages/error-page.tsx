import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { MessagePage } from './message-page.tsx'

export type PageError =
  | { readonly kind: 'crash'; readonly id: string | null }
  | { readonly kind: 'database-away' | 'offline' | 'too-large' | 'unreadable' }

/** Something that is not the visitor's doing: what happened, and what helps. */
export function ErrorPage({ pageError }: { pageError: PageError }) {
  return (
    <div
      data-error-kind={pageError.kind}
      data-incident={pageError.kind === 'crash' ? (pageError.id ?? undefined) : undefined}
    >
      <Explanation pageError={pageError} />
    </div>
  )
}

function Explanation({ pageError }: { pageError: PageError }) {
  switch (pageError.kind) {
    case 'database-away':
      return (
        <MessagePage title="We will be right back" actions={<TryAgain />}>
          <p>
            We are having a technical problem. Your payments and rentals are safe. Please try again
            in a minute.
          </p>
        </MessagePage>
      )
    case 'offline':
      return (
        <MessagePage title="No connection" actions={<TryAgain />}>
          <p>We could not load this page. Check your connection, then try again.</p>
        </MessagePage>
      )
    case 'too-large':
      return (
        <MessagePage title="This is too large" actions={<TryAgain words="Start again" />}>
          <p>
            What you sent is larger than this form accepts. Nothing was saved. Shorten it, or choose
            fewer pictures, and send it again.
          </p>
        </MessagePage>
      )
    case 'unreadable':
      return (
        <MessagePage
          title="We could not read your request"
          actions={<TryAgain words="Start again" />}
        >
          <p>Part of the request was damaged. Nothing was saved. Please send the form again.</p>
        </MessagePage>
      )
    case 'crash':
      return (
        <MessagePage
          title="Something went wrong on our side"
          actions={
            <>
              <TryAgain />
              <LinkButton to={href('/')} kind="secondary" reloadDocument>
                Go to the home page
              </LinkButton>
            </>
          }
        >
          <p>Please try again.</p>
          {pageError.id && (
            <p className="text-base">
              If it keeps happening, send us this code:{' '}
              <strong className="font-medium text-ink">{pageError.id}</strong>
            </p>
          )}
        </MessagePage>
      )
  }
}

/** Reloading is the one thing that a page without data can do; the link does it without a script. */
function TryAgain({ words = 'Try again' }: { words?: string }) {
  const hydrated = useHydrated()
  if (!hydrated) {
    return (
      <LinkButton to="" reloadDocument>
        {words}
      </LinkButton>
    )
  }
  return (
    <Button type="button" onClick={() => window.location.reload()}>
      {words}
    </Button>
  )
}
