import type { LastEditor } from '#domain/shared/audit.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** What someone else saved while this form was being filled in. */
export type EditConflict = {
  readonly version: string
  readonly changes: readonly {
    readonly label: string
    readonly theirs: string
    readonly mine: string
  }[]
}

type Fields = readonly (readonly [label: string, theirs: string | null, mine: string | null])[]

/** The fields whose saved value differs from the entered one. */
export function editConflict(version: string, fields: Fields): EditConflict {
  const changes = fields
    .map(([label, theirs, mine]) => ({ label, theirs: shown(theirs), mine: shown(mine) }))
    .filter(({ theirs, mine }) => theirs !== mine)
  return { version, changes }
}

const MAX_SHOWN = 200

function shown(value: string | null): string {
  const text = value?.trim() ?? ''
  if (text === '') return 'empty'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** The version that a save starts from: the one that was seen, or the one to be overwritten. */
export function seenIn(form: FormData): string | null {
  const over = form.get('over')
  const seen = typeof over === 'string' && over !== '' ? over : form.get('seen')
  return typeof seen === 'string' && seen !== '' ? seen : null
}

/** The answer to an edit of an outdated version: who has saved the current one. */
export function conflictSentence(thing: string, by: LastEditor | null): string {
  if (by?.isViewer) return `You saved ${thing} in another tab while you were editing it here.`
  return isolated(`${by?.fullName ?? 'Someone else'} saved ${thing} while you were editing it.`)
}

/** For the form as a whole. */
export function changedSentence(thing: string, by: LastEditor | null): string {
  return isolated(`${conflictSentence(thing, by)} Choose below which version to keep.`)
}
