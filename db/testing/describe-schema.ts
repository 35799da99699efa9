import type { Pool } from 'pg'

/**
 * Every object of the schema in words. The partitions of the audit log, which depend on when a database was
 * created, are left out. So are brackets, spaces and names of unnamed columns, which differ after a dump
 * was restored.
 */
export async function describeSchema(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ object: string }>(OBJECTS)
  return rows.map(({ object }) =>
    object.replaceAll(/[()]| AS (text|int4)\b/g, '').replaceAll(/\s+/g, ' '),
  )
}

const OBJECTS = `
  with of_extensions as (select objid from pg_depend where deptype = 'e'),
  ours as (
    select c.oid, c.oid::regclass::text as name, relkind, relname
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and c.oid not in (select objid from of_extensions)
      and relname <> 'schema_migrations'
  ),
  functions as (
    select oid, oid::regprocedure::text as name, proacl from pg_proc
    where pronamespace = 'public'::regnamespace and oid not in (select objid from of_extensions)
  )
  select concat_ws(' ', kind, name, said) as object from (
    select 'schema' as kind, nspname as name, nspacl::text as said
      from pg_namespace where nspname in ('public', 'audit_log_months')
    union all
    select 'extension', extname, extnamespace::regnamespace::text from pg_extension
    union all
    select 'relation', name, concat_ws(' ', c.relkind, relpersistence, relreplident, relrowsecurity,
        pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid), reloptions::text, relacl::text)
      from ours join pg_class c using (oid) where c.relkind <> 'i'
    union all
    select 'column', format('%s.%s', name, attname), concat_ws(' ',
        row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid), attidentity,
        attgenerated, attstorage, attcollation::regcollation, attoptions::text, attacl::text)
      from ours join pg_attribute on attrelid = oid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
    union all
    select 'constraint', format('%s.%s', name, conname),
        concat_ws(' ', pg_get_constraintdef(k.oid), convalidated, connoinherit)
      from ours join pg_constraint k on conrelid = ours.oid
    union all
    select 'index', name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisreplident,
        reloptions::text)
      from ours join pg_index on indexrelid = oid join pg_class using (oid)
    union all
    select 'trigger', format('%s.%s', name, tgname), concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
      from ours join pg_trigger t on tgrelid = ours.oid where not tgisinternal
    union all
    select 'function', name, concat_ws(' ', pg_get_functiondef(oid), proacl::text) from functions
    union all
    select 'view', name, pg_get_viewdef(oid) from ours where relkind = 'v'
    union all
    select 'sequence', name, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax,
        seqcycle)
      from ours join pg_sequence on seqrelid = oid
    union all
    select 'statistics', stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext
    union all
    select 'policy', polname, polrelid::regclass::text from pg_policy
    union all
    select 'rule', rulename, definition from pg_rules where schemaname = 'public'
    union all
    select 'type', oid::regtype::text, typtype::text from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'm', 'r')
        and oid not in (select objid from of_extensions)
    union all
    select 'comment', format('%s %s', coalesce(ours.name, f.name), objsubid), description
      from pg_description left join ours on ours.oid = objoid left join functions f on f.oid = objoid
      where coalesce(ours.oid, f.oid) is not null
  ) described order by 1`
