import * as z from 'zod'

export type Founder = {
  readonly name: string
  readonly role: string
  readonly image: string | null
  readonly bio: string
}

const founder = z.object({
  name: z.string(),
  role: z.string(),
  image: z.string().nullable().catch(null),
  bio: z.string(),
})

/**
 * Reads the founders block: a description, a blank line, then a JSON list that starts at the first
 * line beginning with '[' (spec 14.1). If the list is invalid, only the description is shown.
 */
export function readFounders(content: string): {
  readonly description: string
  readonly founders: readonly Founder[]
} {
  const lines = content.split('\n')
  const start = lines.findIndex((line) => line.startsWith('['))
  if (start === -1) return { description: content.trim(), founders: [] }
  return {
    description: lines.slice(0, start).join('\n').trim(),
    founders: readList(lines.slice(start).join('\n')),
  }
}

function readList(text: string): Founder[] {
  const list = z.array(z.unknown()).safeParse(parseJson(text))
  return (list.data ?? []).flatMap((entry) => founder.safeParse(entry).data ?? [])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The founders block as it is stored. A line of the description that begins with '[' would be read
 * as the list, so it is indented by a space.
 */
export function writeFounders(description: string, founders: readonly Founder[]): string {
  const words = description.trim().replace(/^\[/gm, ' [')
  return `${words}\n\n${JSON.stringify(founders, null, 2)}`
}
