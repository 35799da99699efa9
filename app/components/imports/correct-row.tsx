import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import type { ShownRow } from '#domain/catalogue/imports/import-queries.ts'
import { UNTITLED } from '#domain/catalogue/imports/import-rules.ts'
import { labelOfField } from './file-fields.ts'
import { canBeNone, choiceOf, choiceTitle } from './import-choices.ts'
import { importColumns } from './import-columns.ts'
import { problemText } from './import-words.ts'

/** What is wrong with a refused row: a field for each such cell, as long as it can be corrected. */
export function CorrectRow({ row, canCorrect }: { row: ShownRow; canCorrect: boolean }) {
  const { rowNo, given, problems } = row
  // Such cells are probably in the wrong columns.
  const columns = given[UNTITLED] || !canCorrect ? [] : columnsToCorrect(problems)
  const others = problems.filter(({ column }) => !columns.includes(column))
  return (
    <>
      {others.length > 0 && (
        <ul className="grid gap-1 text-danger">
          {others.map((problem) => (
            <li key={problemText(problem)}>{problemText(problem)}</li>
          ))}
        </ul>
      )}
      {columns.length > 0 && (
        <Form method="post" preventScrollReset className="grid gap-3">
          <input type="hidden" name="intent" value="correct" />
          <input type="hidden" name="row" value={rowNo} />
          {columns.map((column) => (
            <Cell
              key={column}
              column={column}
              given={given[column] ?? ''}
              error={problems
                .filter((problem) => problem.column === column)
                .map(({ sentence }) => sentence)
                .join(' ')}
            />
          ))}
          <Button kind="secondary" size="small" className="justify-self-start">
            Save row {rowNo}
          </Button>
        </Form>
      )}
    </>
  )
}

type CellProps = { column: string; given: string; error: string }

/** A choice for a column with a list of values; what the file has stays chosen until it is changed. */
function Cell({ column, given, error }: CellProps) {
  const shared = { name: column, label: labelOfField(column), error, defaultValue: given }
  const choice = choiceOf(column)
  if (!choice) return column === 'description' ? <TextArea {...shared} /> : <Field {...shared} />
  const ofFile = given.trim() === '' ? 'Please choose' : `“${given.slice(0, MAX_SHOWN)}”`
  return (
    <SelectField
      {...shared}
      options={[
        { value: given, label: ofFile },
        ...(canBeNone(column) ? [{ value: '', label: 'None' }] : []),
        ...choice.values.map((value) => choiceTitle(column, value)),
      ]}
    />
  )
}

const MAX_SHOWN = 40

function columnsToCorrect(problems: ShownRow['problems']): readonly string[] {
  return importColumns.flatMap(({ name }) =>
    problems.some(({ column }) => column === name) ? [name] : [],
  )
}
