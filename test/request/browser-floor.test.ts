import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, inject, test } from 'vitest'

/** Newer than Safari 16.4, Chrome 111 or Firefox 119, the oldest browsers that run the scripts. */
const NEWER = new Set([
  ...['canParse', 'withResolvers', 'groupBy', 'fromAsync', 'Temporal', 'URLPattern'],
  ...['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf'],
  ...['toBase64', 'fromBase64', 'setFromBase64', 'toHex', 'fromHex', 'Float16Array', 'getOrInsert'],
  ...['showPopover', 'hidePopover', 'togglePopover', 'checkVisibility', 'moveBefore'],
  ...['setHTMLUnsafe', 'parseHTMLUnsafe', 'startViewTransition', 'requestIdleCallback'],
  ...[
    'navigation',
    'closedBy',
    'DurationFormat',
    'sumPrecise',
    'isError',
    'caretPositionFromPoint',
  ],
])

/** Newer functions of objects whose other functions of that name are old. */
const NEWER_OF: Readonly<Record<string, readonly string[]>> = {
  URL: ['parse'],
  AbortSignal: ['any'],
  Promise: ['try'],
  RegExp: ['escape'],
  ReadableStream: ['from'],
  Iterator: ['from', 'concat'],
}

/** Used only where the browser has it. */
const CHECKED = [
  // Zod, for addresses.
  'text-fields: URL.canParse',
  // React, for <ViewTransition>, and React Router, for links that ask for one.
  'framework: startViewTransition',
  // React, before it draws; React Router compares it with the property of its own states.
  'framework: navigation',
]

function newerIn(path: string): string[] {
  const chunk = basename(path).replace(/-[\w-]{7}\.js$/, '')
  const found = new Set<string>()
  const note = (name: string) => found.add(`${chunk}: ${name}`)
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  new Visitor({
    MemberExpression({ object, property, computed }) {
      const name =
        property.type === 'Identifier' && !computed
          ? property.name
          : property.type === 'Literal'
            ? String(property.value)
            : ''
      const of = object.type === 'Identifier' ? object.name : ''
      if (NEWER_OF[of]?.includes(name)) note(`${of}.${name}`)
      else if (NEWER.has(name)) note(of === 'URL' ? `${of}.${name}` : name)
    },
    Literal(literal) {
      if ('regex' in literal && literal.regex.flags.includes('v'))
        note(`/${literal.regex.pattern}/v`)
    },
  }).visit(program)
  return [...found]
}

test('the scripts use nothing newer than the oldest browsers that run them', () => {
  const paths = globSync(join(inject('buildDirectory'), 'client/assets/*.js'))
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.flatMap(newerIn).sort()).toEqual([...CHECKED].sort())
})
