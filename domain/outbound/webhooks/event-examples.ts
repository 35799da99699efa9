import examples from './event-examples.json' with { type: 'json' }
import type { SubscribedType } from './event-types.ts'

/** What the event is about: the part of its name before the dot. */
type Noun = SubscribedType extends `${infer Before}.${string}` ? Before : never

/** The `data` of an event about each noun; a test compares the fields with real events. */
export const eventExamples = examples satisfies Record<Noun, object>

export function exampleOf(type: SubscribedType): string {
  const noun = type.slice(0, type.indexOf('.'))
  const data = Object.entries(eventExamples).find(([name]) => name === noun)?.[1]
  const id = '01a20377-c2d4-7f6b-9c33-3c7d4e5f6071'
  return JSON.stringify({ id, type, timestamp: '2027-03-01T16:20:00.000Z', data }, null, 2)
}
