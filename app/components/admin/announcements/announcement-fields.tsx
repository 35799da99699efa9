import { useState } from 'react'
import { href, useNavigation } from 'react-router'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import { CheckBox } from '#app/components/editor/check-box.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { announcementAudiences } from '#db/enums.ts'
import { showNumber } from '#domain/shared/credits.ts'
import {
  EMAIL_HOUR,
  MAX_ANNOUNCEMENT_CHARACTERS,
  MAX_LINK_CHARACTERS,
  MAX_LINK_LABEL_CHARACTERS,
  MAX_TITLE_CHARACTERS,
} from '#domain/site/announcements/announcement-limits.ts'
import type { Draft } from '#domain/site/announcements/check-draft.ts'
import { ANNOUNCEMENT_NOT_SAVED, AUDIENCES } from './announcement-words.ts'

type City = { readonly id: string; readonly name: string; readonly state: string }

type AnnouncementFieldsProps = {
  id: string
  /** The draft as saved, or as a start; null for an empty form. */
  draft: Draft | null
  /** Of the saved draft; null for a new announcement. */
  version: string | null
  cities: readonly City[]
  today: string
  answer: Problem | undefined
}

/** Writes an announcement. Its preview follows before it is published. */
export function AnnouncementFields(props: AnnouncementFieldsProps) {
  const { id, draft, version, cities, today, answer } = props
  const busy = useNavigation().formMethod === 'POST'
  const shown = fieldsOf(answer)
  // The edit started from this version, even if the page loads a newer one later.
  const [seen] = useState(answer?.values.seen ?? version)
  const city = cities.find(
    ({ name, state }) => name === draft?.city?.name && state === draft.city.state,
  )
  const isChecked = (name: string, saved: boolean) =>
    answer ? answer.values[name] !== undefined : saved
  return (
    <Form
      method="post"
      answer={answer}
      noValidate
      failed={ANNOUNCEMENT_NOT_SAVED}
      className="mt-8 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6"
    >
      <input type="hidden" name="announcement" value={answer?.values.announcement ?? id} />
      {seen && <SeenVersion version={seen} />}
      <Field
        label="Title"
        required
        maxLength={MAX_TITLE_CHARACTERS}
        hint="Also the subject of the email."
        {...shown('title', draft?.title)}
      />
      <TextArea
        label="Text"
        rows={4}
        required
        hint={`Plain text, up to ${showNumber(MAX_ANNOUNCEMENT_CHARACTERS)} characters.`}
        {...shown('words', draft?.words)}
      />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <Field
          label="Link"
          optional
          maxLength={MAX_LINK_CHARACTERS}
          autoCapitalize="none"
          spellCheck={false}
          hint="A path like /styles or an https:// address."
          {...shown('link_address', draft?.linkAddress)}
        />
        <Field
          label="Words of the link"
          optional
          maxLength={MAX_LINK_LABEL_CHARACTERS}
          hint="What people click on."
          {...shown('link_label', draft?.linkLabel)}
        />
        <SelectField
          label="For"
          required
          placeholder="Choose whom it is for"
          options={announcementAudiences.map((value) => ({ value, label: AUDIENCES[value] }))}
          hint="Visitors see a banner for everybody too."
          {...shown('audience', draft?.audience)}
        />
        <SelectField
          label="City"
          optional
          placeholder="No city"
          options={cities.map(({ id: value, name, state }) => ({
            value,
            label: `${name}, ${state}`,
          }))}
          hint="Renters are customers whose profile names it."
          {...shown('city', city?.id)}
        />
        <Field
          label="First day"
          type="date"
          required
          min={today}
          hint={`Emails go out from ${EMAIL_HOUR} AM on, today’s at once.`}
          {...shown('starts_on', draft?.startsOn ?? today)}
        />
        <Field
          label="Last day"
          type="date"
          required
          min={today}
          hint="The banner is shown to the end of this day."
          {...shown('ends_on', draft?.endsOn)}
        />
      </div>
      <fieldset aria-describedby={answer?.fields.ways ? 'ways-error' : undefined}>
        <legend className="text-sm font-medium">Sent as</legend>
        <div className="mt-1 grid gap-1">
          <CheckBox
            label="A banner on every page"
            name="has_banner"
            defaultChecked={isChecked('has_banner', draft?.hasBanner ?? true)}
          />
          <CheckBox
            label="An email to those who have not turned announcements off"
            name="has_email"
            defaultChecked={isChecked('has_email', draft?.hasEmail ?? false)}
          />
        </div>
        {answer?.fields.ways && (
          <p id="ways-error" className="mt-1.5 text-sm text-danger">
            {answer.fields.ways}
          </p>
        )}
      </fieldset>
      <p className="flex flex-wrap gap-3">
        <Button busy={busy} busyText="Saving...">
          Save and preview
        </Button>
        <LinkButton to={href('/admin/announcements')} kind="secondary">
          Cancel
        </LinkButton>
      </p>
      {answer?.editConflict && (
        <EditConflictNotice editConflict={answer.editConflict} showTheirs="" />
      )}
    </Form>
  )
}
