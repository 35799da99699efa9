import { href, redirect } from 'react-router'
import { ApplicationFields } from '#app/components/closet/application-fields.tsx'
import { applicationForm } from '#app/components/closet/application-form.ts'
import { StatusCard } from '#app/components/closet/status-card.tsx'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { LendingFacts } from '#app/components/lending/lending-facts.tsx'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, type Problem, problem } from '#app/forms/forms.ts'
import { NAME_RESERVED } from '#app/forms/text-fields.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { countAttempt } from '#app/request/limits.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { CityId, ImageId } from '#db/ids.ts'
import { applyForBusiness, lastDenial } from '#domain/accounts/closets/applications.ts'
import { MAX_OUTFIT_PHOTOS } from '#domain/accounts/closets/outfit-photos.ts'
import { type Profile, readProfile } from '#domain/accounts/people/profiles.ts'
import { activeCities, type City } from '#domain/catalogue/cities/cities.ts'
import { isSameState } from '#domain/catalogue/places/states.ts'
import { paidOwnerOf } from '#domain/money/payouts/earned/paid-owner.ts'
import { currentRate } from '#domain/money/payouts/payout-rate.ts'
import { asId } from '#domain/shared/ids.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import type { Route } from './+types/business-apply.ts'

export const meta: Route.MetaFunction = () => pageMeta('Apply for business')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, stripe, timeZone } = context.get(appContext)
  const person = context.get(signedInContext)
  const found = person.businessStatus === 'denied' ? await lastDenial(db, person) : null
  const mayApply = found !== null && found.reapplyFrom <= clock()
  const again = new URL(request.url).searchParams.has('again')
  if (person.businessStatus && !(mayApply && again)) {
    const denial = found && {
      reason: found.reason,
      reapplyFrom: showDate(calendarDateIn(timeZone, found.reapplyFrom)),
      mayApply,
    }
    const isOwed = person.businessStatus === 'blocked' && (await paidOwnerOf(db, person)) !== null
    return { shows: 'status' as const, status: person.businessStatus, denial, isOwed }
  }
  if (person.accountType === 'admin') return { shows: 'admin' as const }
  const [settings, cities, profile, rate] = await Promise.all([
    readPlatformSettings(db),
    activeCities(db),
    readProfile(db, person),
    stripe.hasConnect ? currentRate(db, clock()) : 0,
  ])
  if (!settings.userToUserEnabled) return { shows: 'closed' as const }
  return { shows: 'form' as const, cities, known: knownFrom(profile, cities), rate }
}

/** The initial values of the form. */
function knownFrom(profile: Profile, cities: readonly City[]): Record<string, string> {
  const city = profile.city?.trim().toLowerCase()
  const home = cities.find(
    ({ name, state }) => name.toLowerCase() === city && isSameState(state, profile.state ?? ''),
  )
  return {
    full_name: profile.fullName,
    city: home?.id ?? '',
    state: home?.state ?? profile.state ?? '',
    instagram: profile.instagramHandle ? `@${profile.instagramHandle}` : '',
    contact_phone: profile.phone ?? '',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const uses = { outfit_images: 'outfit' } as const
  const posted = await readFormWithPhotos(context, request, person, uses, MAX_OUTFIT_PHOTOS)
  if (!posted) return answerProblem(problem(imageSentences['too-large']), 413)
  const { form, problems } = posted
  const read = checkForm(applicationForm, form)
  if (!read.ok) return answerProblem(withPhotoProblems(read.problem, problems))
  if (Object.keys(problems).length > 0)
    return answerProblem(problem('', { fields: problems, form }))
  const taken = await countAttempt(app, 'application', person.id)
  if (!taken.ok) return answerTooMany(taken.problem, form)
  const { value } = read
  const outcome = await applyForBusiness(
    app.db,
    person,
    {
      fullName: value.full_name,
      cityId: asId<CityId>(value.city),
      instagram: value.instagram,
      outfitImages: value.outfit_images.map((id) => asId<ImageId>(id)),
      drivingDistance: value.driving_distance,
      meetingFlexibility: value.meeting_flexibility,
      contactPhone: value.contact_phone,
      origin: app.originOf(request),
    },
    app.clock(),
  )
  if (outcome.ok) return redirect(href('/business-apply'))
  switch (outcome.problem.reason) {
    case 'city-unknown':
      return answerProblem(problem('', { fields: { city: 'Please select a valid city' }, form }))
    case 'name-reserved':
      return answerProblem(problem('', { fields: { full_name: NAME_RESERVED }, form }))
    case 'photos-unknown':
      form.delete('outfit_images')
      return answerProblem(
        problem('', { fields: { outfit_images: 'Please add your photos again.' }, form }),
      )
    // The page itself shows the status.
    case 'has-status':
    case 'closed':
    case 'not-for-this-account':
      return redirect(href('/business-apply'))
  }
}

/** The problem of a file is more specific than that it is missing. */
function withPhotoProblems(found: Problem, problems: Readonly<Record<string, string>>): Problem {
  return { ...found, fields: { ...found.fields, ...problems } }
}

export default function BusinessApply({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.shows === 'admin') return <AdminNotice title="Apply for business" />
  return (
    <div className="page-column grid gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[5fr_6fr]">
      <header className={loaderData.shows === 'form' ? '' : 'lg:col-span-2'}>
        <h1>{loaderData.shows === 'status' ? 'Your business account' : 'Open your closet'}</h1>
        {loaderData.shows === 'status' ? (
          <StatusCard
            status={loaderData.status}
            denial={loaderData.denial}
            isOwed={loaderData.isOwed}
          />
        ) : (
          <div className="mt-5 grid max-w-[42ch] gap-4 text-lg text-soft">
            <p>
              Rent out clothes from your wardrobe by the week. Tell us about yourself and show us a
              few items.
            </p>
            <p>
              Applications are typically reviewed within 1-3 business days. You will hear from us by
              email.
            </p>
            {loaderData.shows === 'form' && (
              <>
                <LendingFacts rate={loaderData.rate} />
                <p className="text-base">
                  <TextLink to={href('/list-your-closet')}>More about lending</TextLink>
                </p>
              </>
            )}
          </div>
        )}
      </header>
      {loaderData.shows === 'closed' && (
        <Nothing sentence="Applications are closed at the moment." />
      )}
      {loaderData.shows === 'form' &&
        (loaderData.cities.length === 0 ? (
          <Nothing sentence="No cities available at this time. Please check back later." />
        ) : (
          <ApplicationFields
            cities={loaderData.cities}
            known={loaderData.known}
            answer={actionData}
          />
        ))}
    </div>
  )
}

function Nothing({ sentence }: { sentence: string }) {
  return (
    <EmptyState
      title={sentence}
      action={<LinkButton to={href('/styles')}>Browse Items</LinkButton>}
    />
  )
}
