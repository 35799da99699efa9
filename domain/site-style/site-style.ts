import { type Db, inTransaction, type Read } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import {
  isSettingKey,
  type SettingKey,
  type SettingProblem,
  type SiteStyle,
  settingProblem,
  siteSettings,
  styleFrom,
  tidySetting,
} from './site-settings.ts'

/** Every setting of the site's looks, defaults filled in (business §2, Site customization). */
export async function readSiteStyle(db: Read): Promise<SiteStyle> {
  const rows = await db
    .selectFrom('site_customization')
    .select(['setting_key', 'setting_value'])
    .execute()
  return styleFrom(Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value])))
}

/** What is wrong, by setting. */
export type StyleProblems = Readonly<Partial<Record<SettingKey, SettingProblem>>>

/**
 * Keeps the settings that are given, all or none; the others stay as they are. An empty text means
 * its default. Keys that are no setting are ignored.
 */
export async function saveSiteStyle(
  db: Db,
  admin: Admin,
  given: Readonly<Record<string, string>>,
  now: Date,
): Promise<Outcome<void, StyleProblems>> {
  const values = Object.entries(given).flatMap(([key, value]) =>
    isSettingKey(key) ? [{ key, value: tidySetting(key, value) }] : [],
  )
  const problems = values.flatMap(({ key, value }) => {
    const problem = settingProblem(key, value)
    return problem ? [[key, problem] as const] : []
  })
  if (problems.length > 0) return refused(Object.fromEntries(problems))
  if (values.length === 0) return done(undefined)
  // Rows are taken in one order, so that two savers never wait for each other.
  values.sort((one, other) => (one.key < other.key ? -1 : 1))
  await inTransaction(db, async (tx) => {
    const keys = values.map(({ key }) => key)
    const before = await tx
      .selectFrom('site_customization')
      .select(['setting_key', 'setting_value'])
      .where('setting_key', 'in', keys)
      .execute()
    await tx
      .insertInto('site_customization')
      .values(
        values.map(({ key, value }) => ({
          setting_key: key,
          setting_value: value,
          setting_type: siteSettings[key].type,
          category: siteSettings[key].category,
          description: siteSettings[key].description,
          updated_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('setting_key').doUpdateSet(({ ref }) => ({
          setting_value: ref('excluded.setting_value'),
          setting_type: ref('excluded.setting_type'),
          category: ref('excluded.category'),
          description: ref('excluded.description'),
          updated_at: ref('excluded.updated_at'),
        })),
      )
      .execute()
    const act = {
      action: 'restyle',
      noun: 'site style',
      nounId: 'site',
      before: Object.fromEntries(before.map((row) => [row.setting_key, row.setting_value])),
      after: Object.fromEntries(values.map(({ key, value }) => [key, value])),
    }
    await recordAction(tx, admin, act, now)
  })
  return done(undefined)
}
