type Answer = {
  readonly fields: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, string>>
}

/** The props of a form's fields: each has what was entered, else what is saved, and its problem. */
export function fieldsOf(answer: Answer | null | undefined) {
  return (name: string, saved?: string | number | null) => ({
    name,
    defaultValue: answer?.values[name] ?? String(saved ?? ''),
    error: answer?.fields[name],
  })
}
