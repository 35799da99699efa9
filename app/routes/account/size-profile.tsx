import { href, useNavigation } from 'react-router'
import * as z from 'zod'
import { FitRule } from '#app/components/fit/fit-rule.tsx'
import { FormLengthUnit, LengthField } from '#app/components/fit/length-fields.tsx'
import { type LengthSchema, lengthsIn, takeMeantLengths } from '#app/components/fit/length-form.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { answerProblem, checkForm, type Problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { answerSwitchedUnit } from '#app/request/choices/length-unit.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { DefaultButton } from '#app/ui/fields/default-button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { usualSizes } from '#db/enums.ts'
import { bodyRanges } from '#domain/accounts/sizes/lengths.ts'
import { readSizeProfile, type SizeProfile, saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { canBeFitted } from '#domain/catalogue/fit/wearer.ts'
import { emptySearch, ME, searchAddress } from '#domain/catalogue/search/search-query.ts'
import type { Route } from './+types/size-profile.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your size')

/** The form of a size profile: every field is optional. */
function sizeProfileForm(length: LengthSchema) {
  return z
    .object({
      usual_size: z.enum(['', ...usualSizes], 'Please choose a size.').default(''),
      height: length('height', bodyRanges.height),
      bust: length('bust', bodyRanges.bust),
      waist: length('waist', bodyRanges.waist),
      hips: length('hips', bodyRanges.hips),
    })
    .transform(
      ({ usual_size, height, bust, waist, hips }): SizeProfile => ({
        usualSize: usual_size || null,
        heightCm: height,
        bustCm: bust,
        waistCm: waist,
        hipsCm: hips,
      }),
    )
}

const NOTHING = { usualSize: null, heightCm: null, bustCm: null, waistCm: null, hipsCm: null }

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  return { profile: await readSizeProfile(db, context.get(signedInContext)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const person = context.get(signedInContext)
  const form = await readForm(request)
  if (form.get('intent') === 'remove') {
    await saveSizeProfile(db, person, NOTHING, clock())
    return redirectWithSuccess(href('/profile/size'), 'Your size profile has been deleted.')
  }
  const switched = answerSwitchedUnit(context, { form }, bodyRanges)
  if (switched) return switched
  takeMeantLengths(form, bodyRanges)
  const read = checkForm(sizeProfileForm(lengthsIn(form)), form)
  if (!read.ok) return answerProblem(read.problem)
  await saveSizeProfile(db, person, read.value, clock())
  return redirectWithSuccess(href('/profile/size'), 'Your size profile has been saved.')
}

export default function SizeProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { profile } = loaderData
  return (
    <ProfileFrame>
      <h1 className="sr-only">Your size</h1>
      <ProfilePart
        id="size"
        title="Your size profile"
        line={
          <>
            <p>
              We compare it with the measurements of each item and tell you what should fit. Only
              you can see it: closets and admins cannot.
            </p>
            {profile && canBeFitted(profile) && (
              <p className="mt-4">
                <Link to={`${searchAddress(emptySearch)}?fit=${ME}`} className="text-ink text-link">
                  See what should fit you
                </Link>
              </p>
            )}
          </>
        }
      >
        <SizeFields key={JSON.stringify(profile)} profile={profile} answer={actionData} />
      </ProfilePart>
      <ProfilePart id="should-fit" title="How we know what should fit">
        <FitRule />
      </ProfilePart>
    </ProfileFrame>
  )
}

function SizeFields({
  profile,
  answer,
}: {
  profile: SizeProfile | null
  answer: Problem | undefined
}) {
  const intent = useNavigation().formData?.get('intent')
  const shown = fieldsOf(answer)
  const length = (name: keyof typeof bodyRanges) => ({
    name,
    range: bodyRanges[name],
    optional: true,
    answer,
  })
  return (
    <Form method="post" answer={answer} noValidate className="grid gap-6">
      <DefaultButton name="intent" value="save" />
      <FormLengthUnit answer={answer} inInches="In inches, and your height as 5 ft 6 in." />
      <div className="grid grid-cols-2 items-start gap-x-5 gap-y-6">
        <SelectField
          label="Usual size"
          optional
          placeholder="Choose"
          options={usualSizes}
          {...shown('usual_size', profile?.usualSize)}
        />
        <LengthField label="Height" cm={profile?.heightCm} {...length('height')} />
        <LengthField
          label="Bust"
          hint="Around the fullest part."
          cm={profile?.bustCm}
          {...length('bust')}
        />
        <LengthField
          label="Waist"
          hint="At the narrowest part."
          cm={profile?.waistCm}
          {...length('waist')}
        />
        <LengthField
          label="Hips"
          hint="Around the widest part."
          cm={profile?.hipsCm}
          {...length('hips')}
        />
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <Button name="intent" value="save" busy={intent === 'save'} busyText="Saving...">
          Save
        </Button>
        {profile && (
          <Button name="intent" value="remove" kind="quiet" busy={intent === 'remove'}>
            Delete my size profile
          </Button>
        )}
      </p>
    </Form>
  )
}
