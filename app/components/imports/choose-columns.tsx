import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { FoundImport } from '#domain/catalogue/imports/import-queries.ts'
import { counted } from '#domain/shared/figures.ts'
import { columnOf, fileFieldNamed, fileFields, labelOfField, UNCLEAR_PRICE } from './file-fields.ts'
import { choiceOf } from './import-choices.ts'
import { JoinedRows } from './import-state.tsx'

const OPTIONS = [{ value: '', label: 'Not imported' }, ...fileFields]
const PRICES = [{ value: UNCLEAR_PRICE, label: 'A price: please choose which' }, ...OPTIONS]

type ChooseColumnsProps = {
  found: Pick<
    FoundImport,
    'fileColumns' | 'columnDefaults' | 'joinedRows' | 'rows' | 'created' | 'changed' | 'refused'
  >
  answer: Problem | undefined
}

/** What each column of a file is, as guessed, and what new items get that the file does not say. */
export function ChooseColumns({ found, answer }: ChooseColumnsProps) {
  const { fileColumns, columnDefaults } = found
  const shared = { answer, chosen: columnDefaults }
  const guessed = fileColumns.filter(({ field }) => field !== null)
  const others = fileColumns.filter(({ field }) => field === null)
  const isGuessed = (name: string) =>
    guessed.some(({ field }) => {
      const known = fileFieldNamed(field ?? '')
      return (known ? columnOf(known) : 'price') === name
    })
  const wasChecked = found.created + found.changed + found.refused > 0
  return (
    <div className="mt-4 grid max-w-[60rem] gap-4">
      <Form method="post" answer={answer} className="grid gap-8" noValidate>
        <input type="hidden" name="intent" value="map" />
        <div className="grid max-w-prose gap-3 text-soft">
          <p>
            Please check what each column of your file is. Nothing is imported yet: next you see
            every item, and can correct it.
            {wasChecked && ' Rows that you have corrected are read from your file again.'}
          </p>
          <JoinedRows found={found} />
        </div>
        <section aria-labelledby="file-columns">
          <h2 id="file-columns" className="text-[1.625rem]">
            Columns of your file
          </h2>
          <ColumnList columns={guessed} answer={answer} />
          {others.length > 0 && (
            <details
              open={
                !isGuessed('title') || others.some(({ key }) => answer?.fields[columnField(key)])
              }
            >
              <summary className="min-h-11 cursor-pointer py-2.5 wrap-anywhere">
                <span className="text-link">
                  {counted(others.length, 'column')} not imported unless you choose
                </span>
                <span className="block text-sm text-soft">
                  {others.map(({ title }) => title).join(', ')}
                </span>
              </summary>
              <ColumnList columns={others} answer={answer} />
            </details>
          )}
          {!isGuessed('sku') && (
            <p className="mt-3 max-w-prose text-sm text-soft">
              If no column is the SKU, each item gets one made of its title and size, so that the
              same file imported again changes it instead of adding another.
            </p>
          )}
        </section>
        <section aria-labelledby="new-items" className="grid gap-4">
          <h2 id="new-items" className="text-[1.625rem]">
            What your file does not say
          </h2>
          <p className="max-w-prose text-soft">
            Every new item needs these. What you choose here is used where a row of a new item has
            no value.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            {(['size', 'style', 'occasion'] as const).map((name) => (
              <DefaultChoice key={name} {...shared} name={name} isInFile={isGuessed(name)} />
            ))}
            <Field
              label="Price in credits a week"
              optional={isGuessed('price')}
              name={defaultField('price')}
              inputMode="numeric"
              defaultValue={answer?.values[defaultField('price')] ?? columnDefaults.price ?? ''}
              error={answer?.fields[defaultField('price')]}
            />
          </div>
        </section>
        <p>
          <Button>Check items</Button>
        </p>
      </Form>
      <QuickForm fields={{ intent: 'discard' }} kind="secondary">
        Discard
      </QuickForm>
    </div>
  )
}

type ColumnListProps = {
  columns: FoundImport['fileColumns']
  answer: Problem | undefined
}

function ColumnList({ columns, answer }: ColumnListProps) {
  return (
    <ul className="mt-3 border-t border-line">
      {columns.map(({ key, title, examples, field }) => (
        <li
          key={key}
          className="grid gap-x-8 gap-y-2 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_20rem] sm:items-center"
        >
          <div className="min-w-0 wrap-anywhere">
            <p className="font-medium">{title}</p>
            <ul className="text-sm text-soft">
              {examples.map((example) => (
                <li key={example}>{example}</li>
              ))}
            </ul>
          </div>
          <SelectField
            label={`What is “${title}”?`}
            labelHidden
            name={columnField(key)}
            options={field === UNCLEAR_PRICE ? PRICES : OPTIONS}
            defaultValue={answer?.values[columnField(key)] ?? field ?? ''}
            error={answer?.fields[columnField(key)]}
          />
        </li>
      ))}
    </ul>
  )
}

export const columnField = (key: string) => `column-${key}`
export const defaultField = (name: string) => `default-${name}`

type DefaultChoiceProps = {
  name: string
  /** Whether a column seems to have it. */
  isInFile: boolean
  chosen: FoundImport['columnDefaults']
  answer: Problem | undefined
}

function DefaultChoice({ name, isInFile, chosen, answer }: DefaultChoiceProps) {
  return (
    <SelectField
      label={labelOfField(name)}
      optional={isInFile}
      name={defaultField(name)}
      placeholder={isInFile ? 'As in the file' : 'Please choose'}
      options={choiceOf(name)?.values ?? []}
      defaultValue={answer?.values[defaultField(name)] ?? chosen[name] ?? ''}
      error={answer?.fields[defaultField(name)]}
    />
  )
}
