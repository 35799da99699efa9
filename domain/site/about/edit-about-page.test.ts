import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { aboutBlocks, editAboutBlock, editFounders, showAboutBlock } from './about.ts'
import { readFounders, writeFounders } from './founders.ts'

const now = new Date('2026-05-01T10:00:00Z')
const ada = { name: 'Ada', role: 'Founder', image: null, bio: 'Sews.' }

async function editing() {
  const { db, made: things } = await testDatabase()
  const admin = await things.admin()
  const block = async (section: string) => {
    const found = (await aboutBlocks(db, admin)).find((one) => one.section === section)
    if (!found) throw new Error(`no ${section}`)
    return found
  }
  return { db, things, admin, block }
}

test('saving a block changes its title, text and time, with a line in the audit log', async () => {
  const { db, admin, block } = await editing()
  const { id, version: seen } = await block('story')
  await editAboutBlock(db, admin, { id, seen, title: 'New', text: 'One.\n\nTwo.' }, now)
  expect(await block('story')).toMatchObject({ title: 'New', text: 'One.\n\nTwo.' })
  const row = await readRow(db, 'about_content', 'updated_at', id)
  expect(row.updated_at).toEqual(now)
  expect(await db.selectFrom('audit_log').select(['action', 'noun_id']).execute()).toEqual([
    { action: 'edit', noun_id: id },
  ])
})

test('founders are loaded exactly as saved', () => {
  const odd = { ...ada, name: '[Ada] "<b>" \n\n[ 👗', bio: ']\n[{"name":"x"}]' }
  for (const founders of [[ada], [odd, ada], []]) {
    const written = writeFounders('Two friends.\n\nAnd a closet.', founders)
    expect(readFounders(written)).toEqual({
      description: 'Two friends.\n\nAnd a closet.',
      founders,
    })
  }
  expect(writeFounders('Words.', [ada])).toMatch(/^Words\.\n\n\[\n/)
  const tricky = readFounders(writeFounders('Words.\n[1] is no list.', [ada]))
  expect(tricky).toEqual({ description: 'Words.\n [1] is no list.', founders: [ada] })
})

test('a founder’s image stays attached while it is shown; an unknown one changes nothing', async () => {
  const { db, things, admin, block } = await editing()
  const { id } = await block('founders')
  const image = await things.image({ use: 'founder', attached_at: null })
  const save = async (picture: string | null) => {
    const { title, text, version: seen } = await block('founders')
    const founders = [{ ...ada, image: picture }]
    return editFounders(db, admin, { id, seen, title, text, founders }, now)
  }
  const isAttached = async () => {
    const { attached_at } = await readRow(db, 'images', 'attached_at', image.id)
    return attached_at !== null
  }
  expect(await save(`/images/${newId()}`)).toEqual({
    ok: false,
    problem: { reason: 'image-unknown' },
  })
  expect((await block('founders')).founders).toEqual([])
  await save(`/images/${image.id}`)
  expect((await block('founders')).founders).toEqual([{ ...ada, image: `/images/${image.id}` }])
  await save(`/images/${image.id}`)
  expect(await isAttached()).toBe(true)
  await save(null)
  expect(await isAttached()).toBe(false)
})

test.for([
  'story',
  'founders',
])('of two who edit the %s block at once the second is refused', async (section) => {
  const { db, things, admin, block } = await editing()
  const { id, title, version } = await block(section)
  const save = (text: string, seen: string) =>
    section === 'founders'
      ? editFounders(db, admin, { id, seen, title, text, founders: [ada] }, now)
      : editAboutBlock(db, admin, { id, seen, title, text }, now)
  const answers = await Promise.all([save('Mine', version), save('Mine', version)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers).toContainEqual({ ok: false, problem: { reason: 'edit-conflict' } })
  await showAboutBlock(db, await things.admin(), { id, isActive: false }, now)
  const { version: theirs } = await block(section)
  expect(await save('Over theirs', theirs)).toMatchObject({ ok: true })
  expect(await save('Of the same instant', theirs)).toMatchObject({
    problem: { reason: 'edit-conflict' },
  })
  expect((await block(section)).text).toBe('Over theirs')
})

test('showing and hiding a block can be repeated; a deleted block is reported', async () => {
  const { db, admin, block } = await editing()
  const { id } = await block('mission')
  const hide = () => showAboutBlock(db, admin, { id, isActive: false }, now)
  await hide()
  expect(await hide()).toMatchObject({ ok: true })
  expect((await aboutBlocks(db, null)).map(({ section }) => section)).not.toContain('mission')
  expect(await db.selectFrom('audit_log').select('action').execute()).toEqual([{ action: 'hide' }])
  const nowhere = { id: newId(), isActive: true }
  expect(await showAboutBlock(db, admin, nowhere, now)).toEqual({
    ok: false,
    problem: { reason: 'block-unknown' },
  })
})
