import { useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { controlStyle } from '#app/ui/field-frame.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { fontNames } from '#domain/site-style/fonts.ts'
import {
  type SettingKey,
  type SiteStyle,
  settingProblem,
} from '#domain/site-style/site-settings.ts'

export type StyleFieldProps = {
  name: SettingKey
  label: string
  style: SiteStyle
  error: string | undefined
}

export function FontField({ name, label, style, error }: StyleFieldProps) {
  return (
    <SelectField
      label={label}
      name={name}
      options={fontNames}
      defaultValue={style[name]}
      error={error}
    />
  )
}

/** A picker and a text, of which each shows what the other says. */
export function ColorField({ name, label, style, error }: StyleFieldProps) {
  const [text, setText] = useState<string>(style[name])
  const tidy = text.trim().toLowerCase()
  const color = settingProblem(name, tidy) === null ? tidy : style[name]
  return (
    <div className="flex items-end gap-2">
      <Field
        label={label}
        name={name}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={error}
        maxLength={20}
        spellCheck={false}
        autoComplete="off"
        className="flex-1"
      />
      <input
        type="color"
        aria-label={`${label} picker`}
        value={color}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={(event) => setText(event.target.value)}
        className={`${controlStyle} h-12 w-16! shrink-0 cursor-pointer p-1!`}
      />
    </div>
  )
}
