import * as z from 'zod'

/** Parameters that are lists are repeated: `size=S&size=M`. */
export function valuesIn(search: URLSearchParams, query: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query.shape).flatMap(([name, schema]) => {
      const values = search.getAll(name)
      if (values.length === 0) return []
      return [[name, isList(schema) ? values : values[0]]]
    }),
  )
}

function isList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isList(schema.unwrap())
  return schema instanceof z.ZodArray
}

/** The first sentence about each field; problems of the whole are those of `body`. */
export function errorsIn({ issues }: z.core.$ZodError): Record<string, string> {
  const fields = issues.flatMap((issue): [string, string][] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [key.slice(0, 100), 'Unknown field.'])
      : [[issue.path.map(String).join('.') || 'body', issue.message]],
  )
  return Object.fromEntries(fields.slice(0, 50).reverse())
}
