import * as z from 'zod'

// The metadata of an archive: its origin at the start, its contents at the end.

export const ABOUT = 'backup.json'
export const TOTALS = 'totals.json'
export const SECRET = 'session-secret'
export const PICTURES = 'pictures/'
export const ROWS = 'rows/'

export const aboutSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The schema version of the rows. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).readonly() }),
  ),
})
export type About = z.infer<typeof aboutSchema>

export const totalsSchema = z.object({
  /** Number of rows by `schema.name`. */
  rows: z.record(z.string(), z.number()),
  pictures: z.number(),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
export type Totals = z.infer<typeof totalsSchema>

export const rowsSchema = z.array(z.string())
