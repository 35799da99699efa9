import { expect, test } from 'vitest'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { fontNames, fontStack, isFont } from './fonts.ts'
import { type SettingKey, settingKeys, siteSettings } from './site-settings.ts'
import { readSiteStyle, saveSiteStyle, styleVersion } from './style.ts'
import { styleVariables } from './style-variables.ts'

const now = new Date('2026-05-01T10:00:00Z')
// For tests that do not change the style.
const unchanged = await site()

async function site() {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  return {
    db,
    admin,
    save: (given: Record<string, string>) => saveSiteStyle(db, admin, given, now),
  }
}

test('a new site has the defaults of the specification', async () => {
  const { db } = await site()
  expect(await readSiteStyle(db)).toMatchObject({
    header_font: 'Playfair Display',
    subtitle_font: 'Inter',
    body_font: 'Inter',
    button_font: 'Inter',
    primary_500: '#ec4899',
    secondary_500: '#8b5cf6',
    accent_500: '#06b6d4',
    header_height: '64',
    border_radius: '8',
    container_max_width: '1280',
    hero_title: 'Rent Designer Fashion',
    hero_subtitle: 'For Every Occasion',
    social_link: 'https://instagram.com',
    support_email: '',
    business_address: '',
  })
})

test('25 fonts are offered, including all that the specification names', () => {
  expect(fontNames).toHaveLength(25)
  expect(fontNames).toEqual(
    expect.arrayContaining([
      ...['Inter', 'Playfair Display', 'Montserrat', 'Poppins', 'Roboto', 'Open Sans', 'Lato'],
      ...['Georgia', 'Arial'],
    ]),
  )
  for (const name of fontNames) expect(isFont(name) && fontStack(name)).toMatch(/serif$/)
})

test('saving settings upserts the given ones and leaves the rest', async () => {
  const { db, admin, save } = await site()
  await save({ primary_500: ' #ABCDEF ', hero_title: 'Hello' })
  await save({ primary_500: '#123456', nonsense: 'x' })
  expect(await readSiteStyle(db)).toMatchObject({ primary_500: '#123456', hero_title: 'Hello' })
  const rows = await db
    .selectFrom('site_customization')
    .selectAll()
    .orderBy('setting_key')
    .execute()
  expect(rows).toMatchObject([
    { setting_key: 'hero_title', setting_type: 'text', category: 'content' },
    { setting_key: 'primary_500', setting_type: 'color', category: 'colors', updated_at: now },
  ])
  const log = await db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(log[1]).toMatchObject({
    actor_id: admin.id,
    action: 'restyle',
    before: { primary_500: '#abcdef' },
    after: { primary_500: '#123456' },
  })
})

test('simultaneous saves leave one value for each setting', async () => {
  const { db, save } = await site()
  const saves = Array.from({ length: 8 }, (_, n) =>
    save(
      n % 2
        ? { border_radius: `${n}`, accent_500: '#000000' }
        : { accent_500: '#ffffff', border_radius: `${n}` },
    ),
  )
  for (const outcome of await Promise.all(saves)) expect(outcome.ok).toBe(true)
  expect(await db.selectFrom('site_customization').selectAll().execute()).toHaveLength(2)
})

const evil = [
  'red;}body{display:none',
  '#fff',
  '#12345g',
  'url(//evil)',
  '</style><script>alert(1)</script>',
  '\u202e#ec4899',
  '-1',
  '1e3',
  '8px',
  '٨',
  '99999',
  'Comic Sans',
  'Inter", x; } * { color: red',
  'constructor',
]

const bounded = settingKeys.filter((key) => siteSettings[key].type !== 'text')

test.for(
  evil,
)('%j is refused by every color, number and font, and has no effect if stored', async (value) => {
  const { db, save } = unchanged
  for (const key of bounded) {
    expect(await save({ [key]: value, hero_title: 'Half saved' })).toMatchObject({
      ok: false,
      problem: { reason: 'not-valid', problems: { [key]: expect.any(String) } },
    })
  }
  expect(await db.selectFrom('site_customization').selectAll().execute()).toEqual([])
  const rows = bounded.map((key: SettingKey) => ({
    setting_key: key,
    setting_value: value,
    setting_type: siteSettings[key].type,
    category: siteSettings[key].category,
  }))
  const usual = styleVariables(await readSiteStyle(db))
  await db.insertInto('site_customization').values(rows).execute()
  expect(styleVariables(await readSiteStyle(db))).toEqual(usual)
  await db.deleteFrom('site_customization').execute()
})

test.for([
  'javascript:alert(1)',
  'http://plain.example',
  '//evil',
  'data:text/html,x',
])('the social link cannot be %s', async (social_link) => {
  const { save } = unchanged
  expect(await save({ social_link })).toEqual({
    ok: false,
    problem: { reason: 'not-valid', problems: { social_link: 'not-https' } },
  })
})

test.each([
  'nobody',
  'a@b',
  'a@b.test?bcc=c@d.test',
  'a b@c.test',
  'a@b.test, c@d.test',
  '"x"@y.test',
  `${'a'.repeat(65)}@b.test`,
])('the support address cannot be %s', async (support_email) => {
  const { save } = unchanged
  expect(await save({ support_email })).toEqual({
    ok: false,
    problem: { reason: 'not-valid', problems: { support_email: 'not-an-email' } },
  })
})

test('a support address can be set and removed', async () => {
  const { db, save } = await site()
  await save({ support_email: ' help+shop@hemline.example ' })
  expect((await readSiteStyle(db)).support_email).toBe('help+shop@hemline.example')
  expect(await save({ support_email: '' })).toMatchObject({ ok: true })
  expect((await readSiteStyle(db)).support_email).toBe('')
})

test('a business address keeps its lines, and has at most five of them and 200 characters', async () => {
  const { db, save } = await site()
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n}`).join('\r\n')
  await save({ business_address: ` 12 Plum Lane\r\nBrooklyn, NY\u202e 11201\u0007 ` })
  expect((await readSiteStyle(db)).business_address).toBe('12 Plum Lane\nBrooklyn, NY 11201')
  const refusal = (problem: string) => ({
    ok: false,
    problem: { reason: 'not-valid', problems: { business_address: problem } },
  })
  expect(await save({ business_address: lines(6) })).toEqual(refusal('too-many-lines'))
  expect(await save({ business_address: 'x'.repeat(201) })).toEqual(refusal('too-long'))
  expect(await save({ business_address: lines(5) })).toMatchObject({ ok: true })
  expect(await save({ business_address: 'x'.repeat(200) })).toMatchObject({ ok: true })
  for (const value of ['x'.repeat(201), 'a\nb\nc\nd\ne\nf']) {
    const update = db.updateTable('site_customization').set({ setting_value: value })
    await expect(update.execute()).rejects.toThrow(/business_address_has_at_most/)
  }
  expect(await save({ business_address: '' })).toMatchObject({ ok: true })
  expect((await readSiteStyle(db)).business_address).toBe('')
})

test('an empty text means its default, and NUL and half surrogate pairs are removed', async () => {
  const { db, save } = await site()
  expect(await save({ hero_title: 'A\0\ud800', hero_subtitle: ' ' })).toMatchObject({ ok: true })
  expect(await readSiteStyle(db)).toMatchObject({
    hero_title: 'A\ufffd',
    hero_subtitle: 'For Every Occasion',
  })
})

test('a save that started from another version of the style is refused, and changes nothing', async () => {
  const { db, admin, save } = await site()
  const seen = styleVersion(await readSiteStyle(db))
  await save({ hero_title: 'Of the first' })
  const late = await saveSiteStyle(db, admin, { hero_title: 'Of the second' }, now, seen)
  expect(late).toEqual({ ok: false, problem: { reason: 'edit-conflict' } })
  const fresh = styleVersion(await readSiteStyle(db))
  expect((await saveSiteStyle(db, admin, { body_font: 'Lato' }, now, fresh)).ok).toBe(true)
  expect(await readSiteStyle(db)).toMatchObject({ hero_title: 'Of the first', body_font: 'Lato' })
})

test('repeating a save whose answer was lost succeeds, and different settings are a conflict', async () => {
  const { db, admin } = await site()
  const seen = styleVersion(await readSiteStyle(db))
  const save = async (given: Record<string, string>) =>
    (await saveSiteStyle(db, admin, given, now, seen)).ok
  const given = { hero_title: 'Rent a gown', hero_subtitle: '' }
  expect([await save(given), await save(given)]).toEqual([true, true])
  expect(await save({ hero_title: 'Rent a coat' })).toBe(false)
})
