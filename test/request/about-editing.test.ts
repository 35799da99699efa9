import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { aboutBlocks } from '#domain/site/about/about.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const admin = await site.make.admin()
const as = { as: admin }

/** The hidden fields of a block's dialog. */
async function begun(section: 'founders' | 'mission' | 'story') {
  const blocks = await aboutBlocks(site.db, admin)
  const block = blocks.find((one) => one.section === section)
  return { block: block?.id ?? newId(), seen: block?.version ?? '' }
}

const founder = (n: number, fields: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({ name: 'Ada', role: 'Founder', bio: 'Sews.', ...fields }).map(
      ([field, value]) => [`founders.${n}.${field}`, value],
    ),
  )

test.for<[string, Record<string, string>]>([
  ['Please fill in both title and description', { title: ' ', content: 'Words', ...founder(0) }],
  ['Please fill in both title and description', { title: 'Us', content: '', ...founder(0) }],
  ['Please add at least one founder', { title: 'Us', content: 'Words' }],
  [
    'Please fill in all fields for founder 2',
    { title: 'Us', content: 'Words', ...founder(0), ...founder(1, { bio: ' ' }) },
  ],
  [
    'Please fill in all fields for founder 1',
    { title: 'Us', content: 'Words', ...founder(3, { name: '' }), ...founder(7) },
  ],
])('founders: %s', async ([sentence, fields]) => {
  const form = { intent: 'founders', ...(await begun('founders')), ...fields }
  const page = await site.post('/about?edit=founders', form, as)
  expect(page.status).toBe(400)
  expect(page.text('dialog [role=alert]')).toBe(sentence)
  expect(page.$('dialog [name=title]').getAttribute('value')).toBe(fields.title)
})

test('a block without title or content is refused, and the input stays', async () => {
  const form = { intent: 'edit', ...(await begun('mission')), title: 'Kept', content: ' ' }
  const page = await site.post('/about?edit=mission', form, as)
  expect(page.status).toBe(400)
  expect(page.text('dialog [role=alert]')).toBe('Please fill in both title and content')
  expect(page.$('dialog [name=title]').getAttribute('value')).toBe('Kept')
})

test('a failed save of the About page says which part failed and why', async () => {
  const founders = {
    intent: 'founders',
    title: 'Us',
    content: 'Words',
    ...(await begun('founders')),
    ...founder(0),
  }
  const unknown = { ...founders, 'founders.0.image': newId() }
  const lost = await site.post('/about?edit=founders', unknown, as)
  expect(lost.text('dialog [role=alert]')).toBe(
    'Error saving founders data: A photo is no longer available. Please choose it again.',
  )
  await sql`alter table about_content add constraint nothing_more check (title = '') not valid`.execute(
    site.db,
  )
  const broken = await site.post('/about?edit=founders', founders, as)
  expect(broken.status).toBe(500)
  expect(broken.text('dialog [role=alert]')).toBe('Error saving founders data: Unknown error')
  const mission = { intent: 'edit', ...(await begun('mission')), title: 'Kept', content: 'Too' }
  const page = await site.post('/about?edit=mission', mission, as)
  expect(page.text('dialog [role=alert]')).toBe('Error saving content: Unknown error')
  expect(page.$('dialog [name=title]').getAttribute('value')).toBe('Kept')
  await sql`alter table about_content drop constraint nothing_more`.execute(site.db)
  const saved = await site.post('/about?edit=mission', mission, as)
  expect(saved.location).toBe('/about')
  expect((await site.get('/about')).text('main')).toContain('KeptToo')
})

test('without a script the second of two admins resolves an edit conflict', async () => {
  const dialog = 'dialog form[action]'
  const open = () => site.get('/about?edit=story', as)
  const [first, second] = [await open(), await open()]
  // Rendered in place rather than moved by a script.
  expect(second.$$('[hidden] dialog')).toEqual([])
  const ben = { as: await site.make.admin({ full_name: 'Ben Admin' }) }
  expect((await site.submit(first, dialog, { title: 'Of the first' }, ben)).location).toBe('/about')
  const late = { title: 'Of the second', content: 'Typed' }
  const shown = await site.submit(second, dialog, late, as)
  expect(shown.status).toBe(409)
  expect(shown.text('dialog [role=alert]')).toBe(
    'Error saving content: Ben Admin saved this block while you were editing it.',
  )
  const again = await site.submit(shown, dialog, {}, as)
  expect([again.status, again.$('dialog [name=title]').getAttribute('value')]).toEqual([
    409,
    'Of the second',
  ])
  expect(again.$('dialog a[href="/about?edit=story"]').textContent).toContain('Show theirs')
  const over = again.$('dialog button[name=over]').getAttribute('value') ?? ''
  expect((await site.submit(again, dialog, { over }, as)).location).toBe('/about')
  expect((await site.get('/about', as)).text('main')).toContain('Of the secondTyped')
})

test.for([
  'founders',
  'mission',
] as const)('an admin whose session ended in another tab keeps the input (%s)', async (section) => {
  const other = await site.make.admin()
  const page = await site.get(`/about?edit=${section}`, { as: other })
  await site.db.deleteFrom('auth_sessions').where('user_id', '=', other.id).execute()
  const typed = { title: 'Typed title', content: 'Typed words', ...founder(0) }
  const refused = await site.submit(page, 'dialog form[action]', typed, { as: other })
  expect([refused.status, refused.text('dialog [role=alert]')]).toEqual([
    403,
    `Error saving ${section === 'founders' ? 'founders data' : 'content'}: You are no longer signed in as an admin. Sign in again in another tab, then save once more.`,
  ])
  expect(refused.$('dialog [name=title]').getAttribute('value')).toBe('Typed title')
  expect(refused.$('dialog [name=content]').textContent).toBe('Typed words')
  // After signing in again, the same form is saved.
  const saved = await site.submit(refused, 'dialog form[action]', {}, as)
  expect(saved.location).toBe('/about')
})

test('without a script founders keep their images; the dialog says what needs one', async () => {
  const image = await site.make.image({ use: 'founder' })
  const fields = { ...(await begun('founders')), title: 'Us', content: 'Words', ...founder(0) }
  const list = JSON.stringify([{ name: 'Ada', role: 'F', bio: 'B', image: `/images/${image.id}` }])
  await updateRows(site.db, 'about_content', fields.block, { content: `Words\n\n${list}` })
  const page = await site.get('/about?edit=founders', as)
  expect(page.text('dialog')).toContain('You need JavaScript')
  expect(page.$$('dialog button[type=button], dialog input[type=file]')).toEqual([])
  const saved = await site.submit(page, 'dialog form[action]', { title: 'We' }, as)
  expect(saved.location).toBe('/about')
  expect((await site.get('/about', as)).$('main li img').getAttribute('src')).toContain(image.id)
})
