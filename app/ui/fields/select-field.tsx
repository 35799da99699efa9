import type { ComponentProps } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { controlStyle, FieldFrame, type FieldText, splitProps } from './field-frame.tsx'

type Option = string | { readonly value: string; readonly label: string }

type SelectFieldProps = FieldText &
  Omit<ComponentProps<'select'>, 'aria-describedby' | 'aria-invalid' | 'children'> & {
    options: readonly Option[]
    /** The first, empty option: 'Choose a city'. By default the first option is selected. */
    placeholder?: string
  }

export function SelectField(props: SelectFieldProps) {
  const { options, placeholder, ...others } = props
  const [frame, select] = splitProps(others)
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={classNames(controlStyle, 'h-12 appearance-none pr-11 text-ellipsis')}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => {
              const { value, label } =
                typeof option === 'string' ? { value: option, label: option } : option
              return (
                <option key={value} value={value}>
                  {label}
                </option>
              )
            })}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-3.5 right-3.5" />
        </div>
      )}
    </FieldFrame>
  )
}
