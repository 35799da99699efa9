import type { AuditWords } from '#domain/admin/audit/audit-log.ts'
import { doneWords, nounWords } from './audit-words.ts'

const MAX_NOUNS = 3

/**
 * The actions of the audit log's filter. A verb alone says too little, and some actions share one:
 * 'added brand, city' and 'added webhook'. The selected action stays in the list even if no line
 * has it any more.
 */
export function actionOptions(actions: AuditWords['actions'], own: string) {
  const isMissing = own !== '' && !actions.some(({ action }) => action === own)
  const all = isMissing ? [...actions, { action: own, nouns: [] }] : actions
  const labelled = all.map(({ action, nouns }) => ({ value: action, label: label(action, nouns) }))
  const isShared = (label: string) => labelled.filter((option) => option.label === label).length > 1
  // Some actions have the same words, such as 'delete' and 'retire'.
  return labelled
    .map((option) =>
      isShared(option.label) ? { ...option, label: `${option.label} (“${option.value}”)` } : option,
    )
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en-US'))
}

function label(action: string, nouns: readonly string[]): string {
  if (nouns.length === 0) return doneWords(action).replace(/:$/, '')
  const shown = nouns.slice(0, MAX_NOUNS).map(nounWords).join(', ')
  const more = nouns.length - MAX_NOUNS
  return `${doneWords(action)} ${shown}${more > 0 ? ` and ${more} more` : ''}`
}
