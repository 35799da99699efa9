import * as z from 'zod'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'

/** Without parameters, or without a body. */
export const nothing = z.strictObject({})

/** The schemas of answers and of bodies that have a name in the document. */
export const answerSchemas = z.registry<{ id: string }>()
export const bodySchemas = z.registry<{ id: string }>()

export function answer<Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  const schema = z.object(shape)
  answerSchemas.add(schema, { id })
  return schema
}

/** Unknown fields are refused: they are often misspelled ones. */
export function body<Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  const schema = z.strictObject(shape)
  bodySchemas.add(schema, { id })
  return schema
}

/** A page of a list; `next` is the value of `after` for the next page. */
export function pageOf<Row extends z.ZodType>(id: string, row: Row) {
  return answer(id, {
    data: z.array(row).max(100),
    next: z
      .string()
      .nullable()
      .describe('The value of `after` for the next page; null on the last.'),
  })
}

export const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid' })
export const instant = z.iso.datetime().describe('UTC, ISO 8601.')
export const day = z.iso.date().describe('A calendar date, such as `2027-03-14`.')
/** A day in a query or a body. */
export const givenDay = z.iso
  .date('Please give a date such as 2027-03-14.')
  .refine((text) => parseCalendarDate(text) !== null, 'Please give a date such as 2027-03-14.')
export const credits = z.int().describe('Whole credits.')
export const cents = z.int().describe('Whole US cents.')
export const address = z.string().meta({ format: 'uri' })

/** The query of a list without filters. */
export const after = {
  after: z.string().max(500).optional().describe('`next` of the page before.'),
}
