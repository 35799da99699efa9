#!/usr/bin/env bash
# PostgreSQL (PGlite 0.5.17): a prepared statement whose `limit` is a parameter is planned again on every
# execution, however often it runs. With the value it costs little; for an unknown value the planner expects
# a tenth of all rows, so that the generic plan looks dearer and is never taken. With the same limit written
# as a constant, the statement is planned five times and then no more. A large statement over a small page
# spends more time in planning than in running, which no slow query log shows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts @electric-sql/pglite@0.5.17
cat > plans.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
await db.exec(`create table items as select id, id % 97 as price from generate_series(1, 10000) id;
  create index newest on items (id desc); analyze items;
  prepare by_parameter (int, int) as
    select * from items where price < $2 order by id desc limit $1;
  prepare by_constant (int) as
    select * from items where price < $1 order by id desc limit 25`)
for (let time = 0; time < 100; time++)
  await db.exec('execute by_parameter(25, 50); execute by_constant(50)')
const { rows } = await db.query(`select current_setting('server_version') as version, name,
  custom_plans::int, generic_plans::int from pg_prepared_statements where name like 'by%' order by name`)
console.table(rows)
const result = rows.map((row) => `${row.name} ${row.custom_plans} ${row.generic_plans}`).join(', ')
if (result !== 'by_constant 5 95, by_parameter 100 0') throw new Error(`This is different now: ${result}`)
JS
node plans.mjs
