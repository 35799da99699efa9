import { data, href, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { MAIL_TOPICS } from '#app/components/profile/mail-topic-words.ts'
import { appContext } from '#app/request/contexts.ts'
import { NO_STORE, SITE_ONLY } from '#app/request/private-answers.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { readUnsubscribeAddress } from '#domain/accounts/people/unsubscribe-link.ts'
import { disableMailTopic } from '#domain/outbound/notify/mail-choices.ts'
import type { Route } from './+types/unsubscribe.ts'

export const meta: Route.MetaFunction = () => pageMeta('Unsubscribe')

export const headers: Route.HeadersFunction = () => ({
  'Cache-Control': NO_STORE,
  'Referrer-Policy': SITE_ONLY,
})

function readAddress({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>) {
  const { auth } = context.get(appContext)
  return readUnsubscribeAddress(auth.secret, new URL(request.url).searchParams)
}

/** Mail scanners open every link, so opening it changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  const wanted = readAddress(args)
  return wanted ? { topic: wanted.topic } : data(null, { status: 410 })
}

/** The button, and what mail programs send without showing the page (RFC 8058). */
export async function action(args: Route.ActionArgs) {
  const { db, clock } = args.context.get(appContext)
  const wanted = readAddress(args)
  if (!wanted) return data(null, { status: 410 })
  await disableMailTopic(db, { id: wanted.personId }, wanted.topic, clock())
  return { done: true }
}

/** Turns off the emails of one topic, without signing in. */
export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const settings = <TextLink to={href('/profile/notifications')}>Notifications</TextLink>
  if (!loaderData)
    return (
      <div className="page-column min-h-[50vh] py-10 sm:py-16">
        <h1>This link does not work</h1>
        <p className="mt-5 max-w-[48ch] text-lg text-soft">
          It may be incomplete. You can choose your emails under {settings}.
        </p>
      </div>
    )
  const { title, line } = MAIL_TOPICS[loaderData.topic]
  return (
    <div className="page-column min-h-[50vh] py-10 sm:py-16">
      <h1>{actionData ? 'You are unsubscribed' : 'Unsubscribe'}</h1>
      {actionData ? (
        <p role="status" className="mt-5 max-w-[48ch] text-lg text-soft">
          You no longer get these emails: {title}. You can turn them on again under {settings}.
        </p>
      ) : (
        <>
          <p className="mt-5 max-w-[48ch] text-lg text-soft">
            {title}: {line}
          </p>
          <Form method="post" warnUnsaved={false} className="mt-8">
            <Button busy={busy} busyText="Saving...">
              Unsubscribe
            </Button>
          </Form>
        </>
      )}
    </div>
  )
}
