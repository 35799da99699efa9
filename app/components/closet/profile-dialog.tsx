import { useNavigation } from 'react-router'
import { NAME_HINT, RequestedName } from '#app/components/profile/requested-name.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { type AutomaticAcceptance, automaticAcceptances, drivingDistances } from '#db/enums.ts'
import { MAX_NOTICE_DAYS } from '#domain/accounts/people/notice.ts'
import type { Profile } from '#domain/accounts/people/profiles.ts'
import { WaysField } from './ways-field.tsx'

/** Whose requests a closet accepts automatically. */
const ACCEPTS = {
  nobody: 'Nobody: I answer every request',
  returning: 'Renters with a completed rental',
  everybody: 'Everybody',
} as const satisfies Record<AutomaticAcceptance, string>

type ProfileDialogProps = {
  profile: Profile
  open: unknown
  onClose: () => void
  answer: Problem | undefined
}

/** How shoppers see the closet (spec 11.2). */
export function ProfileDialog({ profile, open, onClose, answer }: ProfileDialogProps) {
  const busy = useNavigation().formData?.get('intent') === 'profile'
  const shown = fieldsOf(answer)
  return (
    <Dialog title="Edit Profile" open={open} onClose={onClose} width="36rem">
      <p className="mt-2 text-soft">
        Shown on all your item pages. Everyone can see it, including your phone number.
      </p>
      <div className="mt-6 empty:hidden">
        <RequestedName profile={profile} />
      </div>
      <Form method="post" answer={answer} noValidate className="mt-6 grid gap-5">
        <input type="hidden" name="intent" value="profile" />
        <Field
          key={profile.requestedName}
          label="Full name"
          autoComplete="name"
          required
          hint={NAME_HINT}
          {...shown('full_name', profile.requestedName ?? profile.fullName)}
        />
        <div className="grid items-start gap-5 sm:grid-cols-[2fr_1fr]">
          <Field label="City" optional {...shown('city', profile.city)} />
          <Field label="State" optional {...shown('state', profile.state)} />
        </div>
        <Field
          label="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          optional
          hint="Private. Shoppers see only how far your items are. Without it, we measure from your city."
          {...shown('zip', profile.zip)}
        />
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          optional
          hint="Public. Shown on all your item pages."
          {...shown('phone', profile.phone)}
        />
        <Field
          label="Instagram"
          optional
          autoCapitalize="none"
          spellCheck={false}
          placeholder="@yourname"
          {...shown('instagram_handle', profile.instagramHandle)}
        />
        <WaysField profile={profile} answer={answer} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <SelectField
            label="Delivers within"
            optional
            options={[
              { value: '', label: 'Not specified' },
              ...drivingDistances.map((value) => ({ value, label: value })),
            ]}
            {...shown('driving_distance', profile.drivingDistance)}
          />
          <SelectField
            label="Advance notice"
            options={Array.from({ length: MAX_NOTICE_DAYS + 1 }, (_, days) => ({
              value: String(days),
              label: noticeLabel(days),
            }))}
            {...shown('notice_days', String(profile.noticeDays))}
          />
        </div>
        <SelectField
          label="Accept automatically"
          options={automaticAcceptances.map((value) => ({ value, label: ACCEPTS[value] }))}
          hint="Their rentals are confirmed at once. You still answer who asks from outside your area."
          {...shown('accepts_automatically', profile.acceptsAutomatically)}
        />
        <p className="flex justify-end">
          <Button busy={busy} busyText="Saving...">
            Save profile
          </Button>
        </p>
      </Form>
    </Dialog>
  )
}

function noticeLabel(days: number): string {
  if (days === 0) return 'None'
  return days === 1 ? '1 day' : `${days} days`
}
