import { type FormEvent, type ReactNode, useState } from 'react'
import { href, useNavigation } from 'react-router'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import type { FormAnswer } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { readableGround } from '#domain/site/style/contrast.ts'
import { largest, type SettingKey, type SiteStyle } from '#domain/site/style/site-settings.ts'
import { ColorField, FontField, type StyleFieldProps } from './style-fields.tsx'
import { SETTING_LABELS, STYLE_NOT_SAVED } from './style-sentences.ts'
import { useSeenVersion } from './use-seen-version.ts'
import { styleInForm, useStylePreview } from './use-style-preview.ts'

type SiteLayoutTabProps = {
  style: SiteStyle
  version: string
  /** The defaults are shown instead of the saved style. */
  isReset: boolean
  answer: FormAnswer | undefined
}

/** All settings of the site's style, previewed on the whole page while typing (spec 15). */
export function SiteLayoutTab({ style, version, isReset, answer }: SiteLayoutTabProps) {
  const [previewed, setPreviewed] = useState(style)
  const navigation = useNavigation()
  const saving = navigation.state !== 'idle'
  const savesStyle = navigation.formData?.has('header_font') ?? false
  const refused = answer?.ok === false ? answer.values.seen : undefined
  const seen = useSeenVersion({ version, values: style }, savesStyle, refused)
  // Disabled fields cannot have the focus.
  const form = useFirstInvalid(saving ? null : answer)
  const errors: Readonly<Record<string, string>> = answer?.ok === false ? answer.fields : {}
  // Without a script the page is shown again with the entered values.
  const typed: SiteStyle = answer?.ok === false ? { ...style, ...answer.values } : style
  useStylePreview(previewed)
  const field = (name: SettingKey): StyleFieldProps => ({
    name,
    label: SETTING_LABELS[name],
    style: typed,
    error: errors[name],
  })

  function updatePreview(event: FormEvent<HTMLFormElement>) {
    setPreviewed(styleInForm(previewed, new FormData(event.currentTarget)))
  }

  return (
    <div className="mt-8 flex flex-col gap-x-14 gap-y-10 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]">
      <link rel="stylesheet" href={href('/site-style/:file', { file: 'fonts.css' })} />
      <Form
        ref={form}
        method="post"
        action={href('/admin/site-layout')}
        onInput={updatePreview}
        failed={STYLE_NOT_SAVED}
        className="max-lg:[&_:is(input,select,textarea,button,a)]:scroll-mt-64"
      >
        <SeenVersion version={seen} />
        <fieldset disabled={saving} className="grid gap-12">
          <Group title="Typography">
            <FontField {...field('header_font')} />
            <FontField {...field('subtitle_font')} />
            <FontField {...field('body_font')} />
            <FontField {...field('button_font')} />
          </Group>
          <Group title="Colors">
            <ColorField {...field('primary_500')} />
            <ColorField {...field('secondary_500')} />
            <ColorField {...field('accent_500')} />
          </Group>
          <Group title="Layout">
            <PixelField {...field('header_height')} hint="Values below 44 are shown as 44." />
            <PixelField {...field('border_radius')} hint="For buttons, fields and dialogs." />
            <PixelField
              {...field('container_max_width')}
              hint="Values below 320 are shown as 320."
            />
          </Group>
          <Group title="Homepage content">
            <TextSetting {...field('hero_title')} />
            <TextSetting {...field('hero_subtitle')} />
            <TextArea
              label="Hero description"
              name="hero_description"
              defaultValue={typed.hero_description}
              maxLength={largest('hero_description')}
              error={errors.hero_description}
              className="sm:col-span-2"
            />
          </Group>
          <Group title="Contact">
            <TextSetting
              {...field('support_email')}
              hint="In the footer, on the help pages and in every email. Leave it empty to use the feedback form."
            />
            <TextSetting
              {...field('social_link')}
              hint="The address of your own profile. Until you enter it, the icon opens Instagram’s home page."
            />
            <TextArea
              label={SETTING_LABELS.business_address}
              name="business_address"
              defaultValue={typed.business_address}
              maxLength={largest('business_address')}
              rows={3}
              optional
              hint="Shown on receipts."
              error={errors.business_address}
              className="sm:col-span-2"
            />
          </Group>
        </fieldset>
        {answer?.ok === false && answer.problem && !saving && (
          <Notice kind="error" className="mt-8">
            {answer.problem}
          </Notice>
        )}
        <p className="mt-10 flex flex-wrap gap-3">
          <Button busy={saving} busyText="Saving...">
            Save Changes
          </Button>
          <LinkButton
            to={`${href('/admin/site-layout')}?defaults=yes`}
            reloadDocument
            kind="secondary"
          >
            Reset to defaults
          </LinkButton>
        </p>
        {isReset && (
          <p role="status" className="mt-4 text-soft">
            These are the defaults. Nothing changes until you save.
          </p>
        )}
        {answer?.ok === false && answer.editConflict && !saving && (
          <div className="mt-8">
            <EditConflictNotice
              editConflict={answer.editConflict}
              showTheirs={href('/admin/site-layout')}
              viewHref={href('/')}
            />
          </div>
        )}
      </Form>
      <StyleSample style={previewed} />
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-2xl">{title}</h2>
      <div className="mt-5 grid items-start gap-5 sm:grid-cols-2">{children}</div>
    </div>
  )
}

function PixelField({ name, label, style, error, hint }: StyleFieldProps & { hint: string }) {
  return (
    <Field
      label={label}
      name={name}
      type="number"
      required
      min={0}
      max={largest(name)}
      step={1}
      defaultValue={style[name]}
      error={error}
      hint={hint}
    />
  )
}

function TextSetting({ name, label, style, error, hint }: StyleFieldProps & { hint?: string }) {
  return (
    <Field
      label={label}
      name={name}
      defaultValue={style[name]}
      maxLength={largest(name)}
      error={error}
      hint={hint}
    />
  )
}

function StyleSample({ style }: { style: SiteStyle }) {
  const hydrated = useHydrated()
  return (
    <aside
      aria-label="Preview"
      className="sticky top-(--header-height) z-10 max-lg:order-first [@media(max-height:30rem)]:static lg:top-[calc(var(--header-height)+2rem)] lg:self-start"
    >
      {!hydrated && (
        <p className="mb-4 animate-[appear_1ms_2s_backwards] text-sm">
          The live preview requires JavaScript.
        </p>
      )}
      <div className="rounded-control border border-line bg-sheet p-7 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-x-4 max-lg:p-4">
        <p className="font-heading text-4xl leading-tight max-lg:truncate max-lg:text-xl">
          {style.hero_title}
        </p>
        <p className="mt-3 font-(family-name:--font-subtitle) text-lg max-lg:mt-0 max-lg:truncate max-lg:text-sm">
          {style.hero_subtitle}
        </p>
        <p className="mt-4 text-soft max-lg:hidden">{style.hero_description}</p>
        <p
          aria-hidden="true"
          className={buttonStyle(
            { size: 'small' },
            'max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1 lg:mt-6',
          )}
        >
          Button
        </p>
        <ul className="mt-7 grid gap-2 text-sm max-lg:col-span-2 max-lg:mt-3 max-lg:flex max-lg:flex-wrap max-lg:gap-x-4 max-lg:text-xs">
          <Swatch color="bg-primary">Primary</Swatch>
          <Swatch color="bg-secondary">Secondary</Swatch>
          <Swatch color="bg-accent">Accent</Swatch>
        </ul>
        {readableGround(style.primary_500).ground !== style.primary_500 && (
          <p role="status" className="mt-5 text-sm text-soft max-lg:col-span-2 max-lg:mt-3">
            Buttons have a darker shade of this primary color, so that their text is easy to read.
          </p>
        )}
      </div>
    </aside>
  )
}

function Swatch({ color, children }: { color: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 max-lg:gap-1.5">
      <span
        aria-hidden="true"
        className={`size-6 rounded-control max-lg:size-4 border border-line ${color}`}
      />
      {children}
    </li>
  )
}
