import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { hasChanged, versionOf } from '#domain/shared/version.ts'
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

/** Every setting of the site's style, with defaults (spec 15). */
export async function readSiteStyle(db: DbOrTx): Promise<SiteStyle> {
  const rows = await db
    .selectFrom('site_customization')
    .select(['setting_key', 'setting_value'])
    .execute()
  return styleFrom(Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value])))
}

export function styleVersion(style: SiteStyle): string {
  return versionOf(style)
}

type SavedStyle = { readonly version: string }

export type StyleProblems = Readonly<Partial<Record<SettingKey, SettingProblem>>>

export type StyleRefusal =
  | { readonly reason: 'not-valid'; readonly problems: StyleProblems }
  /** Somebody else has saved the style since this edit started. */
  | { readonly reason: 'edit-conflict' }

/**
 * Saves the given settings, all or none; the others stay as they are. An empty text means its
 * default. Unknown keys are ignored; `seen` is the version that the edit started from.
 */
export async function saveSiteStyle(
  db: Db,
  admin: Admin,
  given: Readonly<Record<string, string>>,
  now: Date,
  seen: string | null = null,
): Promise<Outcome<SavedStyle, StyleRefusal>> {
  const values = Object.entries(given).flatMap(([key, value]) =>
    isSettingKey(key) ? [{ key, value: tidySetting(key, value) }] : [],
  )
  const problems = values.flatMap(({ key, value }) => {
    const problem = settingProblem(key, value)
    return problem ? [[key, problem] as const] : []
  })
  if (problems.length > 0)
    return refused({ reason: 'not-valid', problems: Object.fromEntries(problems) })
  if (values.length === 0) return done({ version: styleVersion(await readSiteStyle(db)) })
  return inTransaction<Outcome<SavedStyle, StyleRefusal>>(db, async (tx) => {
    // A table lock, because settings that were never saved have no row. It does not block reading.
    await sql`lock table site_customization in share row exclusive mode`.execute(tx)
    const stored = await readSiteStyle(tx)
    const changes = Object.fromEntries(values.map(({ key, value }) => [key, value]))
    const saved = styleFrom({ ...stored, ...changes })
    if (hasChanged(seen, styleVersion(stored), styleVersion(saved)))
      return refused({ reason: 'edit-conflict' })
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
      after: changes,
    }
    await recordAction(tx, admin, act, now)
    return done({ version: styleVersion(await readSiteStyle(tx)) })
  })
}
