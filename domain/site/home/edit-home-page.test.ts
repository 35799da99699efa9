import { expect, test } from 'vitest'
import { type SectionType, sectionTypes } from '#db/enums.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { homePageToEdit, homeSections, readDraft, saveHomePage } from './home.ts'
import type { DraftSection, HomeDraft } from './home-draft.ts'
import { storedContent } from './section-content.ts'
import { sectionRecords } from './section-records.ts'

const now = new Date('2026-05-01T10:00:00Z')
const later = new Date('2026-05-02T10:00:00Z')

function text(id: string, title: string): DraftSection {
  return { id, type: 'text', title, subtitle: '', isVisible: true, content: { text: 'Words.' } }
}

async function editing() {
  const { db, made: things } = await testDatabase()
  const admin = await things.admin()
  const save = (draft: HomeDraft, at = now) => saveHomePage(db, admin, draft, at)
  const titles = async () =>
    (await homePageToEdit(db)).sections.map(({ title, isVisible }) =>
      isVisible ? title : `(${title})`,
    )
  return { db, things, admin, save, titles }
}

test('saving a draft inserts, updates and deletes sections in the order of the draft', async () => {
  const { db, admin, save, titles } = await editing()
  const begun = await homePageToEdit(db)
  expect(await save({ ...begun, sections: [text('new-1', 'A'), text('new-2', 'B')] })).toEqual({
    ok: true,
    value: undefined,
  })
  const saved = await homePageToEdit(db)
  const [a, b] = saved.sections
  if (!a || !b) throw new Error('two sections were saved')
  const sections = [text('new-3', 'C'), { ...b, isVisible: false }]
  expect(await save({ ...saved, sections }, later)).toMatchObject({ ok: true })
  expect(await titles()).toEqual(['C', '(B)'])
  expect((await homeSections(db)).map(({ type }) => type)).toEqual(['text'])
  const rows = await readRows(
    db,
    'home_sections',
    ['id', 'order_index', 'created_at', 'updated_at'],
    {},
    'order_index',
  )
  expect(rows).toMatchObject([
    { order_index: 0, created_at: later },
    { id: b.id, order_index: 1, created_at: now, updated_at: later },
  ])
  const log = await db.selectFrom('audit_log').select(['actor_id', 'noun', 'after']).execute()
  expect(log).toHaveLength(2)
  expect(log[0]).toMatchObject({ actor_id: admin.id, noun: 'home page' })
})

test('when two admins edit at once, the second sees a conflict and no change is lost', async () => {
  const { db, save, titles } = await editing()
  const begun = await homePageToEdit(db)
  const saves = ['One', 'Two'].map((title) =>
    save({ ...begun, sections: [text(`new-${title}`, title)] }),
  )
  const outcomes = await Promise.all(saves)
  const first = outcomes.findIndex(({ ok }) => ok)
  expect(outcomes[1 - first]).toEqual({
    ok: false,
    problem: { reason: 'edit-conflict', version: begun.version + 1 },
  })
  expect(await titles()).toEqual([['One', 'Two'][first]])
})

test('saving over a conflict restores what the other admin deleted', async () => {
  const { db, save, titles } = await editing()
  await save({ ...(await homePageToEdit(db)), sections: [text('new-1', 'Mine')] })
  const mine = await homePageToEdit(db)
  await save({ ...mine, sections: [] })
  const { version } = await homePageToEdit(db)
  expect(await save({ ...mine, version })).toMatchObject({ ok: true })
  expect(await titles()).toEqual(['Mine'])
})

test('a hero’s image stays attached while it is shown, and is released afterwards', async () => {
  const { db, things, save } = await editing()
  const image = await things.image({ use: 'section', attached_at: null })
  const hero = (image_id: string | null): DraftSection => ({
    id: 'new-hero',
    type: 'hero',
    title: 'Tonight',
    subtitle: '',
    isVisible: true,
    content: { ...sectionRecords.hero.empty, image_id },
  })
  const isAttached = async () => {
    const { attached_at } = await readRow(db, 'images', 'attached_at', image.id)
    return attached_at !== null
  }
  const begun = await homePageToEdit(db)
  expect(await save({ ...begun, sections: [hero(newId())] })).toEqual({
    ok: false,
    problem: { reason: 'image-unknown' },
  })
  expect(await homePageToEdit(db)).toEqual(begun)
  await save({ ...begun, sections: [hero(image.id)] })
  expect(await isAttached()).toBe(true)
  const saved = await homePageToEdit(db)
  await save(saved)
  expect(await isAttached()).toBe(true)
  await save({ version: saved.version + 1, sections: [] })
  expect(await isAttached()).toBe(false)
})

test('a new section has the same content as an empty row', () => {
  for (const type of sectionTypes)
    expect([type, storedContent(type, {})]).toEqual([type, sectionRecords[type].empty])
})

test.for<[SectionType, object, object]>([
  ['carousel', { filter_type: 'style', filter_value: 'Boho', limit: 99 }, { limit: 8 }],
  [
    'carousel',
    { filter_type: 'size', filter_value: 'Boho', limit: '12' },
    { filter_type: 'latest', limit: 12 },
  ],
  [
    'stats',
    { show_brands: 'no', show_customers: false, show_items: false, show_items_rented: null },
    { show_brands: true, show_items_rented: true },
  ],
  ['cta', { button_text: 'Go', button_link: '//evil' }, { button_link: '/about' }],
  [
    'hero',
    { description: 'x'.repeat(20_001), button_text: '7', button_link: '/a', image_id: 'x' },
    { description: '', image_id: null },
  ],
])('of a stored %s that does not match, only the broken keys read as new ones', ([
  type,
  stored,
  mended,
]) => {
  expect(storedContent(type, stored)).toEqual({ ...stored, ...mended })
  expect(storedContent(type, { ...stored, of: 'another type' })).toEqual({ ...stored, ...mended })
})

const sound = { version: 1, sections: [text('new-1', 'A')] }

test.for<[string, unknown]>([
  ['no JSON', undefined],
  ['a list', []],
  ['an unknown type', { ...sound, sections: [{ ...text('x', 'A'), type: 'script' }] }],
  ['content of another type', { ...sound, sections: [{ ...text('x', 'A'), content: {} }] }],
  ['one id twice', { ...sound, sections: [text('x', 'A'), text('x', 'B')] }],
  ['31 sections', { ...sound, sections: Array.from({ length: 31 }, (_, n) => text(`${n}`, 'A')) }],
  ['a long title', { ...sound, sections: [text('x', 'A'.repeat(301))] }],
  ['a script as a link', withContent('cta', { button_text: '', button_link: 'javascript:x' })],
  ['another site without https', withContent('cta', { button_text: '', button_link: '//evil' })],
  ['no items', withContent('carousel', { ...sectionRecords.carousel.empty, limit: 0 })],
  ['21 items', withContent('carousel', { ...sectionRecords.carousel.empty, limit: 21 })],
  ['half an item', withContent('carousel', { ...sectionRecords.carousel.empty, limit: 1.5 })],
  [
    'a picture that is no id',
    withContent('hero', { ...sectionRecords.hero.empty, image_id: '/x.png' }),
  ],
])('%s is no draft', ([, draft]) => {
  expect(readDraft(JSON.stringify(draft) ?? 'nonsense').ok).toBe(false)
})

test.for<[SectionType, string]>([
  ['hero', '/'],
  ['cta', '/about'],
])('without a link, the button of a %s leads to %s', ([type, button_link]) => {
  const content = { ...sectionRecords[type].empty, button_link: ' ' }
  expect(readDraft(JSON.stringify(withContent(type, content)))).toMatchObject({
    ok: true,
    value: { sections: [{ content: { button_link } }] },
  })
})

function withContent(type: SectionType, content: unknown) {
  return { ...sound, sections: [{ ...text('x', 'A'), type, content }] }
}

test('characters that PostgreSQL cannot store are removed from a draft; unusual letters stay', async () => {
  const { db, save, titles } = await editing()
  const odd = 'A\u0000\ud800 \u202eמ\u0301 👗 <b>"'
  const read = readDraft(JSON.stringify({ version: 1, sections: [text('new-1', odd)] }))
  if (!read.ok) throw new Error('this draft reads')
  const { version } = await homePageToEdit(db)
  expect(await save({ ...read.value, version })).toMatchObject({ ok: true })
  expect(await titles()).toEqual(['A\ufffd \u202eמ\u0301 👗 <b>"'])
})
