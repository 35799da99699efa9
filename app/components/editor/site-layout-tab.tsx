import { type FormEvent, type ReactNode, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import type { FormAnswer } from '#app/http/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { largest, type SettingKey, type SiteStyle } from '#domain/site-style/site-settings.ts'
import { ColorField, FontField, type StyleFieldProps } from './style-fields.tsx'
import { StyleSample } from './style-sample.tsx'
import { styleInForm, useStylePreview } from './use-style-preview.ts'

type SiteLayoutTabProps = { style: SiteStyle; answer: FormAnswer | undefined }

/** Everything about the site's looks, worn by the whole page while it is typed (business §2). */
export function SiteLayoutTab({ style, answer }: SiteLayoutTabProps) {
  const [worn, setWorn] = useState(style)
  const form = useFirstInvalid(answer)
  const saving = useNavigation().state !== 'idle'
  const errors: Readonly<Record<string, string>> = answer?.ok === false ? answer.fields : {}
  // Without a script the page comes back with what was typed.
  const typed: SiteStyle = answer?.ok === false ? { ...style, ...answer.values } : style
  useStylePreview(worn)
  const field = (name: SettingKey, label: string): StyleFieldProps => ({
    name,
    label,
    style: typed,
    error: errors[name],
  })

  function wear(event: FormEvent<HTMLFormElement>) {
    setWorn(styleInForm(worn, new FormData(event.currentTarget)))
  }

  return (
    <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <link rel="stylesheet" href="/site-style/fonts.css" />
      <Form ref={form} method="post" action="/admin/site-layout" onInput={wear}>
        <fieldset disabled={saving} className="grid gap-12">
          <Group title="Typography">
            <FontField {...field('header_font', 'Header font')} />
            <FontField {...field('subtitle_font', 'Subtitle font')} />
            <FontField {...field('body_font', 'Body font')} />
            <FontField {...field('button_font', 'Button font')} />
          </Group>
          <Group title="Colors">
            <ColorField {...field('primary_500', 'Primary color')} />
            <ColorField {...field('secondary_500', 'Secondary color')} />
            <ColorField {...field('accent_500', 'Accent color')} />
          </Group>
          <Group title="Layout">
            <PixelField
              {...field('header_height', 'Header height (px)')}
              hint="Shown as at least 44."
            />
            <PixelField
              {...field('border_radius', 'Border radius (px)')}
              hint="Of buttons, fields and dialogs."
            />
            <PixelField
              {...field('container_max_width', 'Container width (px)')}
              hint="Shown as at least 320."
            />
          </Group>
          <Group title="Homepage content">
            <TextSetting {...field('hero_title', 'Hero title')} />
            <TextSetting {...field('hero_subtitle', 'Hero subtitle')} />
            <TextArea
              label="Hero description"
              name="hero_description"
              defaultValue={typed.hero_description}
              maxLength={largest('hero_description')}
              error={errors.hero_description}
              className="sm:col-span-2"
            />
          </Group>
          <Group title="Social">
            <TextSetting {...field('social_link', 'Social link')} />
          </Group>
        </fieldset>
        {answer?.ok === false && answer.problem && !saving && (
          <Notice kind="error" className="mt-8">
            {answer.problem}
          </Notice>
        )}
        <Button className="mt-10" busy={saving} busyText="Saving...">
          Save Changes
        </Button>
      </Form>
      <StyleSample style={worn} />
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

function TextSetting({ name, label, style, error }: StyleFieldProps) {
  return (
    <Field
      label={label}
      name={name}
      defaultValue={style[name]}
      maxLength={largest(name)}
      error={error}
    />
  )
}
