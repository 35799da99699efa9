import { href, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ProfileFrame } from '#app/components/profile/profile-frame.tsx'
import {
  NAME_HINT,
  NAME_NOT_WAITING,
  RequestedName,
} from '#app/components/profile/requested-name.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { readsOutbox } from '#app/responses/outbox-reader.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type Profile, readProfile } from '#domain/accounts/people/profiles.ts'
import { withdrawName } from '#domain/accounts/people/rename.ts'
import { requestVerification } from '#domain/accounts/sign-in/verify-email.ts'
import type { Route } from './+types/profile.ts'
import { profileForm } from './profile-form.ts'
import { saveProfile } from './save-profile.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your profile')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const person = context.get(signedInContext)
  const profile = await readProfile(db, person)
  const { email, emailVerified, accountType } = person
  const readsMail = readsOutbox(context)
  const isCloset = accountType === 'business'
  return { profile, email, emailVerified, lists: accountType !== 'regular', isCloset, readsMail }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  if (form.has('verify')) return mailLink(request, context, form)
  return form.has('withdraw_name') ? keepName(context) : save(context, form)
}

type Context = Route.ActionArgs['context']

async function save(context: Context, form: FormData) {
  const saved = await saveProfile(context, context.get(signedInContext), profileForm, form)
  return typeof saved === 'string' ? redirectWithSuccess(href('/profile'), saved) : saved
}

async function keepName(context: Context) {
  const { db, clock } = context.get(appContext)
  return (await withdrawName(db, context.get(signedInContext), clock()))
    ? redirectWithSuccess(href('/profile'), 'Withdrawn. Your name stays as it is.')
    : redirectWithError(href('/profile'), NAME_NOT_WAITING)
}

async function mailLink(request: Request, context: Context, form: FormData) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const taken = await countAttempt(app, 'verification', person.id)
  if (!taken.ok) return answerTooMany(taken.problem, form, 'Too many emails.')
  const wanted = { person, origin: app.originOf(request) }
  const sent = await requestVerification(app.db, wanted, app.clock())
  if (!sent.ok) return answerTooMany(sent.problem, form, 'Too many emails.')
  return redirectWithSuccess(href('/profile'), `We have sent a link to ${person.email}.`)
}

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, email, emailVerified, lists, isCloset, readsMail } = loaderData
  return (
    <ProfileFrame>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 sm:mt-12 lg:grid-cols-[5fr_6fr]">
        <header>
          <h1>Your profile</h1>
          <p className="mt-5 max-w-[38ch] text-lg text-soft">
            {lists
              ? 'Your name, city, phone and Instagram are public: they are on the page of every item you list. Your email address and delivery address never are.'
              : 'Closets you rent from see your phone and delivery address. If you list items, your name, city, phone and Instagram are public.'}
          </p>
          <Address email={email} verified={emailVerified} readsMail={readsMail} />
        </header>
        <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-6">
          <RequestedName profile={profile}>
            <QuickForm fields={{ withdraw_name: 'yes' }} kind="secondary" size="small">
              Withdraw
            </QuickForm>
          </RequestedName>
          <ProfileFields profile={profile} lists={lists} isCloset={isCloset} answer={actionData} />
        </div>
      </div>
    </ProfileFrame>
  )
}

function Address({
  email,
  verified,
  readsMail,
}: {
  email: string
  verified: boolean
  readsMail: boolean
}) {
  const busy = useNavigation().formData?.has('verify') ?? false
  return (
    <section aria-labelledby="address" className="mt-8 max-w-md border-t border-line pt-6">
      <h2 id="address" className="eyebrow">
        Email address
      </h2>
      <p className="mt-1 break-words">{email}</p>
      {verified ? (
        <p className="mt-1 text-sm text-success">Confirmed</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-soft">
            Not confirmed yet: click the link in the email we sent you.{' '}
            {readsMail && (
              <a href={href('/dev/mail')} className="text-link text-ink">
                Read it here.
              </a>
            )}
          </p>
          <Form method="post" className="mt-3">
            <Button name="verify" value="yes" kind="secondary" size="small" busy={busy}>
              Send the link again
            </Button>
          </Form>
        </>
      )}
      <p className="mt-3 text-sm">
        <TextLink to={href('/profile/sign-in')}>Change email or password</TextLink>
      </p>
    </section>
  )
}

function ProfileFields({
  profile,
  lists,
  isCloset,
  answer,
}: {
  profile: Profile
  lists: boolean
  isCloset: boolean
  answer: Problem | undefined
}) {
  const busy = useNavigation().formData?.has('full_name') ?? false
  const shown = fieldsOf(answer)
  return (
    <Form method="post" answer={answer} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Field
        // A name that was withdrawn or decided on is not kept.
        key={JSON.stringify(profile.requestedName)}
        label="Full name"
        autoComplete="name"
        required
        hint={isCloset ? NAME_HINT : undefined}
        {...shown('full_name', profile.requestedName ?? profile.fullName)}
      />
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        optional
        hint={
          lists ? 'Public: shown on your item pages.' : 'So closets can reach you about deliveries.'
        }
        {...shown('phone', profile.phone)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-[2fr_1fr]">
        <Field
          label="City"
          autoComplete="address-level2"
          optional
          {...shown('city', profile.city)}
        />
        <Field
          label="State"
          autoComplete="address-level1"
          optional
          {...shown('state', profile.state)}
        />
      </div>
      <Field
        label="ZIP code"
        inputMode="numeric"
        autoComplete="postal-code"
        optional
        hint={
          lists
            ? 'Private: others see only how far your items are.'
            : 'Private: we show how far items are from you.'
        }
        {...shown('zip', profile.zip)}
      />
      <Field
        // A name entered as an address is shown in the form in which it was saved.
        key={`instagram ${profile.instagramHandle}`}
        label="Instagram"
        optional
        autoCapitalize="none"
        spellCheck={false}
        placeholder="@yourname"
        {...shown('instagram_handle', profile.instagramHandle)}
      />
      <TextArea
        label="Delivery address"
        autoComplete="street-address"
        rows={3}
        optional
        hint="Filled in for you when you rent."
        {...shown('delivery_address', profile.deliveryAddress)}
      />
      <TextArea
        label="Delivery notes"
        rows={2}
        optional
        hint="For example, a door code or when you are at home."
        {...shown('delivery_notes', profile.deliveryNotes)}
      />
      <p>
        <Button busy={busy} busyText="Saving...">
          Save
        </Button>
      </p>
    </Form>
  )
}
