import type { RouterContextProvider } from 'react-router'
import type * as z from 'zod'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { placeOf } from '#app/forms/place-fields.ts'
import { NAME_RESERVED, ZIP_UNKNOWN } from '#app/forms/text-fields.ts'
import { appContext } from '#app/request/contexts.ts'
import { changeProfile, type ProfileProblem } from '#domain/accounts/people/profiles.ts'
import type { NameChange } from '#domain/accounts/people/rename.ts'
import type { Person } from '#domain/shared/actors.ts'
import type { closetProfileForm, profileForm } from './profile-form.ts'

/** The fields of both forms; fields that a form does not have are not changed. */
type ProfileFields = z.output<typeof profileForm> & Partial<z.output<typeof closetProfileForm>>

const SAVED: Readonly<Record<NameChange, string>> = {
  saved: 'Your profile has been saved.',
  'to-review': 'Your profile has been saved. Your new name will be visible once it is approved.',
}

const REFUSALS = {
  'name-reserved': { full_name: NAME_RESERVED },
  'zip-unknown': { zip: ZIP_UNKNOWN },
} as const satisfies Record<ProfileProblem['reason'], Record<string, string>>

/** Saves changes of a person's own profile; returns the sentence for it, or what is to correct. */
export async function saveProfile(
  context: Readonly<RouterContextProvider>,
  person: Person,
  schema: z.ZodType<ProfileFields>,
  form: FormData,
) {
  const { db, clock } = context.get(appContext)
  const read = checkForm(schema, form)
  if (!read.ok) return answerProblem(read.problem)
  const { state, problem: wrong } = await placeOf(db, read.value)
  if (wrong) return answerProblem(problem('', { fields: { state: wrong }, form }))
  const fields = read.value
  const changes = {
    fullName: fields.full_name,
    phone: fields.phone,
    city: fields.city,
    zip: fields.zip,
    state,
    instagramHandle: fields.instagram_handle,
    deliveryAddress: fields.delivery_address,
    deliveryNotes: fields.delivery_notes,
    drivingDistance: fields.driving_distance,
    noticeDays: fields.notice_days,
    acceptsAutomatically: fields.accepts_automatically,
    ...(fields.ways && {
      delivers: Boolean(fields.delivers),
      offersPickup: Boolean(fields.offers_pickup),
      ships: Boolean(fields.ships),
    }),
  }
  const saved = await changeProfile(db, person, changes, clock())
  return saved.ok
    ? SAVED[saved.value]
    : answerProblem(problem('', { fields: REFUSALS[saved.problem.reason], form }))
}
