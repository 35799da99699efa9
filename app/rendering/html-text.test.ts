import { expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'

test.for([
  ['Silk, size < 10 and > 5 & more', 'Silk, size < 10 and > 5 & more'],
  ['Made by <Ada> in 1970 <3', 'Made by <Ada> in 1970 <3'],
  [
    'Silk &amp; lace&nbsp;top &#8217;n&#x27; more &unknown; &#0; &#xD800;',
    "Silk & lace top ’n' more &unknown; &#0; &#xD800;",
  ],
  [
    '<p>Silk gown.</p>\n<p class="x">With <b>pockets</b><br/>and a hem.</p>',
    'Silk gown.\n\nWith pockets\nand a hem.',
  ],
  ['<ul>\n  <li>Silk</li>\n  <li>Lined</li></ul>Dry clean', '- Silk\n- Lined\nDry clean'],
  ['First\nSecond <em>line</em>', 'First\nSecond line'],
  ['<style>p { color: red }</style><p>Silk</p><script>alert("<p>x</p>")</script>', 'Silk'],
  ['<!-- a note -->Silk <i>gown</i><!-- unfinished', 'Silk gown unfinished'],
  ['<DIV>&lt;b&gt; is not a tag</DIV>', '<b> is not a tag'],
] as const)('%j reads as %j', ([html, text]) => {
  expect(textOfHtml(html)).toBe(text)
})

test('a long text of broken tags is read', () => {
  for (const part of ['<', '<p ', '<!--', '&#', '</', '<p>\n'])
    expect(textOfHtml(part.repeat(50_000)).length).toBeLessThanOrEqual(part.length * 50_000)
})
