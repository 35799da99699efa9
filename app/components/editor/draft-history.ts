import type { DraftSection } from '#domain/site/home/home-draft.ts'
import { changeDraft, type DraftChange, isChanged, type Sections } from './draft-changes.ts'
import { nameOf } from './section-names.ts'

/** Steps that can be undone: more than anyone undoes one by one. */
const MAX_STEPS = 100

type Step = { readonly sections: Sections; readonly what: string; readonly id: string | null }

export type DraftHistory = {
  readonly sections: Sections
  /** The latest last. */
  readonly past: readonly Step[]
  /** The next last. */
  readonly future: readonly Step[]
  readonly announcement: string
}

export type HistoryChange =
  | DraftChange
  /** The first dialog of an added section: part of adding it. */
  | { readonly change: 'finish'; readonly section: DraftSection }
  | { readonly change: 'forget' }
  | { readonly change: 'reset'; readonly sections: Sections }
  | { readonly change: 'undo' | 'redo' }

export function historyFrom(sections: Sections): DraftHistory {
  return { sections, past: [], future: [], announcement: '' }
}

export function changeHistory(history: DraftHistory, change: HistoryChange): DraftHistory {
  const { sections, past } = history
  switch (change.change) {
    case 'undo':
      return goBack(history)
    case 'redo':
      return goForward(history)
    case 'forget':
      return { ...history, sections: past.at(-1)?.sections ?? sections, past: past.slice(0, -1) }
    case 'finish':
      return finishAdding(history, change.section)
    case 'begin-from':
      return historyFrom(change.sections)
    case 'reset':
      return stepTo(history, change.sections, { what: 'reset', id: null })
    default:
      return stepTo(history, changeDraft(sections, change), stepOf(sections, change))
  }
}

function finishAdding(history: DraftHistory, section: DraftSection): DraftHistory {
  const { sections, past } = history
  const adding = past.at(-1)
  return {
    ...history,
    sections: changeDraft(sections, { change: 'replace', section }),
    past: adding ? [...past.slice(0, -1), { ...adding, what: `add ${nameOf(section)}` }] : past,
  }
}

function stepTo(history: DraftHistory, next: Sections, step: Omit<Step, 'sections'>): DraftHistory {
  const { sections, past } = history
  if (!isChanged(next, sections)) return history
  const recent = [...past, { ...step, sections }].slice(-MAX_STEPS)
  return { sections: next, past: recent, future: [], announcement: '' }
}

function goBack({ sections, past, future, ...rest }: DraftHistory): DraftHistory {
  const step = past.at(-1)
  if (!step) return { sections, past, future, ...rest }
  const left = past.length - 1
  return {
    sections: step.sections,
    past: past.slice(0, -1),
    future: [...future, { ...step, sections }],
    // The counter tells two equal messages apart, so that both are announced.
    announcement: `Undone: ${step.what}. ${left === 1 ? '1 change' : `${left} changes`} left.`,
  }
}

function goForward({ sections, past, future, ...rest }: DraftHistory): DraftHistory {
  const step = future.at(-1)
  if (!step) return { sections, past, future, ...rest }
  return {
    sections: step.sections,
    past: [...past, { ...step, sections }],
    future: future.slice(0, -1),
    announcement: `Redone: ${step.what}. ${past.length === 0 ? '1 change' : `${past.length + 1} changes`} in all.`,
  }
}

type Recorded = Exclude<DraftChange, { readonly change: 'begin-from' }>

function stepOf(sections: Sections, change: Recorded): Omit<Step, 'sections'> {
  const id = 'section' in change ? change.section.id : change.id
  const section = sections.find((one) => one.id === id)
  const named = change.change === 'add' ? change.section : section
  return { id, what: `${verbOf(change, section)} ${named ? nameOf(named) : 'section'}` }
}

function verbOf({ change }: Recorded, section: DraftSection | undefined): string {
  if (change === 'show-or-hide') return section?.isVisible ? 'hide' : 'show'
  return change === 'replace' ? 'edit' : change
}
