import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

export type PageError =
  | { readonly kind: 'crash'; readonly id: string | null }
  | { readonly kind: 'database-unavailable' | 'offline' | 'too-large' | 'unreadable' }

/** An error that the visitor did not cause: what happened, and what to do. */
export function ErrorPage({ pageError }: { pageError: PageError }) {
  const { kind } = pageError
  const { title, text, words } = EXPLANATIONS[kind]
  const id = kind === 'crash' && pageError.id
  return (
    <div data-error-kind={kind} data-incident={id || undefined}>
      <MessagePage
        title={title}
        actions={
          <>
            <TryAgain words={words} />
            {kind === 'crash' && (
              <LinkButton to={href('/')} kind="secondary" reloadDocument>
                Go to the home page
              </LinkButton>
            )}
          </>
        }
      >
        <p>{text}</p>
        {id && (
          <p className="text-base">
            If it keeps happening, send us this code:{' '}
            <strong className="font-medium text-ink">{id}</strong>
          </p>
        )}
      </MessagePage>
    </div>
  )
}

const EXPLANATIONS: Record<PageError['kind'], { title: string; text: string; words?: string }> = {
  'database-unavailable': {
    title: 'We will be right back',
    text: 'We are having a technical problem. Your payments and rentals are safe. Please try again in a minute.',
  },
  offline: {
    title: 'No connection',
    text: 'We could not load this page. Check your connection, then try again.',
  },
  'too-large': {
    title: 'This is too large',
    text: 'What you sent is larger than this form accepts. Nothing was saved. Shorten it or choose fewer photos, and send it again.',
    words: 'Start again',
  },
  unreadable: {
    title: 'We could not read your request',
    text: 'Part of the request was damaged. Nothing was saved. Please send the form again.',
    words: 'Start again',
  },
  crash: { title: 'Something went wrong on our side', text: 'Please try again.' },
}

/** Reloading is the one thing that a page without data can do; the link does it without a script. */
function TryAgain({ words = 'Try again' }: { words?: string | undefined }) {
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
