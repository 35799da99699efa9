import * as z from 'zod'

// What an archive says about itself: at its beginning what it is of, at its end what is in it.

export const ABOUT = 'backup.json'
export const TOTALS = 'totals.json'
export const SECRET = 'session-secret'
export const PICTURES = 'pictures/'
export const ROWS = 'rows/'

export const aboutSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The schema that the rows fit. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).readonly() }),
  ),
})
export type About = z.infer<typeof aboutSchema>

export const totalsSchema = z.object({
  /** By `schema.name`. */
  rows: z.record(z.string(), z.number()),
  pictures: z.number(),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
export type Totals = z.infer<typeof totalsSchema>

export const rowsSchema = z.array(z.string())
