import { href, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { MAIL_TOPICS } from '#app/components/profile/mail-topic-words.ts'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { mailTopics } from '#db/enums.ts'
import {
  disabledTopics,
  disableMailTopic,
  enableMailTopic,
} from '#domain/outbound/notify/mail-choices.ts'
import type { Route } from './+types/notifications.ts'

export const meta: Route.MetaFunction = () => pageMeta('Notifications')

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const person = context.get(signedInContext)
  const isCloset = person.accountType === 'business'
  const off = await disabledTopics(db, person)
  return {
    choices: mailTopics
      .filter((topic) => topic !== 'digest' || isCloset)
      .map((topic) => ({ topic, isOn: !off.includes(topic) })),
  }
}

/** Each topic of the form that is checked is on; the others that were shown are off. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const person = context.get(signedInContext)
  const form = await readForm(request)
  const [shown, on] = [form.getAll('shown'), form.getAll('on')]
  for (const topic of mailTopics.filter((known) => shown.includes(known))) {
    if (on.includes(topic)) await enableMailTopic(db, person, topic)
    else await disableMailTopic(db, person, topic, clock())
  }
  return redirectWithSuccess(href('/profile/notifications'), 'Saved.')
}

/** Lets a person choose which emails they get. */
export default function Notifications({ loaderData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">Notifications</h1>
      <ProfilePart
        id="emails"
        title="Emails"
        line="We always email you about your rentals, payments, account security and decisions that affect you."
      >
        <Form method="post" className="grid gap-5">
          <ul className="grid gap-4">
            {loaderData.choices.map(({ topic, isOn }) => (
              <li key={topic}>
                <input type="hidden" name="shown" value={topic} />
                <label className="flex min-h-11 items-start gap-3">
                  <input
                    // A choice saved elsewhere shows here too.
                    key={String(isOn)}
                    type="checkbox"
                    name="on"
                    value={topic}
                    defaultChecked={isOn}
                    className="mt-0.5 size-5 shrink-0"
                  />
                  <span>
                    {MAIL_TOPICS[topic].title}
                    <span className="block text-sm text-soft">{MAIL_TOPICS[topic].line}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p>
            <Button busy={busy} busyText="Saving...">
              Save
            </Button>
          </p>
        </Form>
      </ProfilePart>
    </ProfileFrame>
  )
}
