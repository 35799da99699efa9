import { useRef } from 'react'
import { Field } from '#app/ui/fields/field.tsx'
import { controlStyle } from '#app/ui/fields/field-frame.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { fontNames } from '#domain/site/style/fonts.ts'
import {
  type SettingKey,
  type SiteStyle,
  settingProblem,
  tidySetting,
} from '#domain/site/style/site-settings.ts'

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

/** A colour picker and a text field that follow each other; the text is sent. */
export function ColorField({ name, label, style, error }: StyleFieldProps) {
  const text = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-end gap-2">
      <Field
        ref={text}
        label={label}
        name={name}
        defaultValue={style[name]}
        onInput={({ currentTarget: { value } }) => {
          const color = tidySetting(name, value)
          if (picker.current && settingProblem(name, color) === null) picker.current.value = color
        }}
        error={error}
        maxLength={20}
        spellCheck={false}
        autoComplete="off"
        className="flex-1"
      />
      <input
        ref={picker}
        type="color"
        aria-label={`${label} picker`}
        defaultValue={style[name]}
        onInput={({ currentTarget: { value } }) => {
          if (text.current) text.current.value = value
        }}
        className={`${controlStyle} h-12 w-16! shrink-0 cursor-pointer p-1!`}
      />
    </div>
  )
}
