import type * as TestingLibrary from '@testing-library/dom'

declare global {
  interface Window {
    readonly TestingLibraryDom?: typeof TestingLibrary
  }
}

type Words = string | RegExp

/** What somebody looks for on a page, as plain JSON: it is found in the browser. */
export interface Target {
  readonly role?: string
  /** The accessible name. */
  readonly name?: Pattern
  /** The label of a field. */
  readonly label?: Pattern
  readonly css?: string
  /** A part of the text as it is shown. */
  readonly words?: Pattern
  readonly within?: Target
}

interface Pattern {
  readonly source: string
  readonly flags: string
}

/** A text is the whole name or label, and any part of the words. */
const whole = (words: Words): Pattern =>
  typeof words === 'string' ? { source: `^${escaped(words)}$`, flags: '' } : patternOf(words)
const part = (words: Words): Pattern =>
  typeof words === 'string' ? { source: escaped(words), flags: 'i' } : patternOf(words)
const patternOf = ({ source, flags }: RegExp): Pattern => ({ source, flags })
const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const byRole = (role: string, name?: Words): Target =>
  name === undefined ? { role } : { role, name: whole(name) }
export const button = (name: Words) => byRole('button', name)
export const heading = (name: Words) => byRole('heading', name)
export const link = (name: Words) => byRole('link', name)
export const field = (label: Words): Target => ({ label: whole(label) })
export const css = (selector: string): Target => ({ css: selector })
export const saying = (target: Target, words: Words): Target => ({ ...target, words: part(words) })
export const within = (place: Target, target: Target): Target => ({ ...target, within: place })

/**
 * Runs in the browser: the elements of the page that match, also hidden ones if asked for; null
 * while it has no library to find them with.
 */
export function findInPage(wanted: Target, alsoHidden: boolean): Element[] | null {
  const library = window.TestingLibraryDom
  if (!library) return null
  const matcher = ({ source, flags }: Pattern) => new RegExp(source, flags)
  const candidates = (root: HTMLElement, { role, name, label, css }: Target): Element[] => {
    if (label) return library.queryAllByLabelText(root, matcher(label))
    if (role) return library.queryAllByRole(root, role, name ? { name: matcher(name) } : {})
    return [...root.querySelectorAll(css ?? '*')]
  }
  const says = (one: Element, words: Pattern) =>
    one instanceof HTMLElement && matcher(words).test(one.innerText.replaceAll(/\s+/g, ' '))
  const find = (target: Target): Element[] => {
    const roots = target.within ? find(target.within) : [document.documentElement]
    const found = roots.flatMap((root) =>
      root instanceof HTMLElement ? candidates(root, target) : [],
    )
    return [...new Set(found)].filter(
      (one) =>
        (alsoHidden || one.checkVisibility({ visibilityProperty: true })) &&
        (!target.words || says(one, target.words)),
    )
  }
  return find(wanted)
}
