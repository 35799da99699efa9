import { expect, test } from 'vitest'
import { newSection } from './draft-changes.ts'
import { changeHistory, type HistoryChange, historyFrom } from './draft-history.ts'

const one = { ...newSection('subtitle'), title: 'One' }
const two = { ...newSection('text'), title: 'Two' }
const begun = historyFrom([one, two])
const after = (...changes: readonly HistoryChange[]) => changes.reduce(changeHistory, begun)
const undo = { change: 'undo' } as const
const redo = { change: 'redo' } as const

test.for<[string, HistoryChange]>([
  ['move Subtitle: One', { change: 'move', id: one.id, by: 1 }],
  ['hide Subtitle: One', { change: 'show-or-hide', id: one.id }],
  ['edit Subtitle: One', { change: 'replace', section: { ...one, title: 'Three' } }],
  ['delete Text Block: Two', { change: 'delete', id: two.id }],
  ['add Call to Action', { change: 'add', section: newSection('cta'), before: two.id }],
  ['reset', { change: 'reset', sections: [two] }],
])('%s is undone and redone', ([what, change]) => {
  const changed = after(change)
  expect(changed.sections).not.toEqual(begun.sections)
  const undone = after(change, undo)
  expect(undone.sections).toEqual(begun.sections)
  expect(undone.announcement).toBe(`Undone: ${what}. 0 changes left.`)
  const redone = after(change, undo, redo)
  expect(redone.sections).toEqual(changed.sections)
  expect(redone.announcement).toBe(`Redone: ${what}. 1 change in all.`)
})

test('a change without effect is not a step, and a new step clears the redo history', () => {
  const hide = { change: 'show-or-hide', id: one.id } as const
  expect(after({ change: 'move', id: one.id, by: -1 }, { change: 'replace', section: one })).toBe(
    begun,
  )
  expect(after(undo, redo).sections).toBe(begun.sections)
  expect(after(hide, undo, { change: 'move', id: one.id, by: 1 }).future).toEqual([])
})

test('adding a section is one step, which canceling its dialog undoes', () => {
  const section = newSection('cta')
  const add = { change: 'add', section, before: null } as const
  const finished = after(add, { change: 'finish', section: { ...section, title: 'Go' } })
  expect(finished.sections.at(-1)?.title).toBe('Go')
  expect(changeHistory(finished, undo)).toMatchObject({
    sections: begun.sections,
    announcement: 'Undone: add Call to Action: Go. 0 changes left.',
  })
  expect(after(add, { change: 'forget' })).toMatchObject({ sections: begun.sections, past: [] })
})

test('the undo history holds at most 100 steps and is cleared with the draft', () => {
  const hide = { change: 'show-or-hide', id: one.id } as const
  const many = after(...Array.from({ length: 120 }, () => hide))
  expect(many.past).toHaveLength(100)
  expect(changeHistory(many, { change: 'begin-from', sections: [two] })).toEqual(historyFrom([two]))
})
