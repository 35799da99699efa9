import { readFileSync } from 'node:fs'
import { Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { parseFile } from './architecture/glossary-words.ts'
import { projectPaths } from './architecture/source-files.ts'

/** Sentences that people found odd when they tried the product. They have been replaced. */
const OLD_WORDINGS = [
  'Payments on this site are not real',
  'New on the rails of our closets',
  'For the aisle, and for everybody who watches it',
  'Worn by many',
  'One credit is one day',
  'Pieces are rented by the week',
  'takes seven times a piece’s daily credits',
  'pick up in person, or have it brought over',
  'Pick the first day, then the last',
  'Now the last day',
  'Type the dates',
  'You pay it once and get it back when you ask for it',
  'It comes back to you when you ask for it',
  'The closet has been told and will confirm it',
  'They do not know yet where to bring it',
  'Something is missing',
  'as long as they have not expired meanwhile',
  'What it cost returns to your balance',
  'No rental rests on it',
  'It stands behind',
  'What you have',
  'What expires first is spent first',
  'Given back for',
  'Spent on',
  'A month of your plan',
  'Given by Hemline',
  'Bought a 50/50 gift',
  'Whatever you buy, claim or spend is written down here',
  'Their mail has the code',
  'Press the heart on a piece',
  'it waits here',
  'is one of the first that anybody would try',
  'Do not build it from your name',
  'Look into your mail',
  'Signing in',
  'Second factor',
  'Whoever learns your password',
  'your password alone opens your account',
  'A new one signs you out everywhere else',
  'A new address counts once',
  'We wait for',
  'the wish is void',
  'A session that nobody uses ends by itself',
  'Should you list items yourself',
  'Please enter a phone number, with digits only',
  'as does a payment that you left open',
  'stays in our books',
  'Your account can go once it has ended',
  'Your account is gone',
  'Its days have passed',
  'It is canceled by itself',
  'We do not know this payment',
  'No payment of yours belongs to this address',
  'Nothing hangs here',
  'The address leads nowhere',
  'taken off the rail',
  'Something came undone',
  'and it has been noted',
  'Trying again may already help',
  'would like to wear',
  'All is well with',
  'What waits',
  'Lately',
  'The books',
  'What the books promise',
  'Look again',
  'promises are broken',
  'Somebody should look into it',
  'Refunds that need a hand',
  'No refund needs a hand',
  'News given up',
  'No news was given up',
  'Settle by hand',
  'Count as given back',
  'Everything the house has written',
  'Who did what to which thing',
  'Name, email, the house',
  'less what came back',
  'The site wears its new style',
  'It is back. Look over its condition',
  'rentals that need a step',
  'Nobody can choose them',
  'Kept as whole credits a day',
  'This stands on the page of every item you list',
  'They are cut to tall portraits',
  'How far you go to hand over a piece',
  'Make an address',
  'Make a new address',
  'Nothing waits for you',
  'the one of Site Layout is shown',
  'Stop turning pages',
  'seen through by us',
  'The account is admin now',
]

/** The same for short ones, which may also be part of a good sentence. */
const OLD_HEADINGS = ['It is yours', 'Promises', 'Thing']

/** Text with spaces collapsed as on screen and with straight quotation marks. */
const asShown = (words: string) =>
  words.replaceAll('&apos;', "'").replaceAll('’', "'").replace(/\s+/g, ' ')

function wordsIn(path: string, source: string): string[] {
  const words: string[] = []
  const receive = (text: string) => void words.push(asShown(text))
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') receive(value)
    },
    TemplateElement: ({ value }) => receive(value.cooked ?? value.raw),
    JSXText: ({ value }) => receive(value),
  }).visit(parseFile(path, source).program)
  return words
}

function oldWordingsIn(path: string, source: string): string[] {
  const words = wordsIn(path, source)
  const text = words.join('\n')
  const sentences = OLD_WORDINGS.filter((old) => {
    const shown = asShown(old)
    return (
      text.includes(shown) &&
      new RegExp(`(?<!\\w)${shown.replaceAll('.', '\\.')}(?!\\w)`).test(text)
    )
  })
  const headings = OLD_HEADINGS.filter((old) => words.some((one) => one.trim() === old))
  return [...sentences, ...headings]
}

test('no screen or email contains an old wording', () => {
  const found = projectPaths()
    .filter((path) => /^(app|demo|domain|gateways|server)\/.*\.(tsx?|json)$/.test(path))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      oldWordingsIn(path, readFileSync(path, 'utf8')).map((old) => `${path}: ${old}`),
    )
  expect(found).toEqual([])
})

test.for([
  ['What you have', 'const a = <h2>\n  What you\n  have\n</h2>'],
  ['Whoever learns your password', "const a = 'Whoever learns your password still cannot get in.'"],
  ['would like to wear', 'const a = `Nia would like to wear it.`'],
  ['Thing', 'const a = <th>Thing</th>'],
] as const)('“%s” is found however it is written', ([old, source]) => {
  expect(oldWordingsIn('a.tsx', source)).toEqual([old])
})
