// `npm run new`: starts a migration or a decision with the next number, and writes the list of
// decisions. Plain JavaScript for Node 20: it runs before packages are installed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const MIGRATIONS = 'db/migrations'
const DECISIONS = 'docs/decisions'
const INDEX = `${DECISIONS}/README.md`

const USAGE = `npm run new -- migration NAME     a file in ${MIGRATIONS}, such as "photos of a review"
npm run new -- decision TITLE     a file in ${DECISIONS}, and its line in the list
npm run new -- index              writes the list of decisions again`

const [kind, ...words] = process.argv.slice(2)
const name = words.join(' ').trim()
if (kind === 'migration' && slug(name)) addMigration()
else if (kind === 'decision' && slug(name)) addDecision()
else if (kind === 'index' && !name) writeIndex()
else {
  console.error(USAGE)
  process.exitCode = 1
}

function addMigration() {
  add(
    `${MIGRATIONS}/${nextNumber(MIGRATIONS)}-${slug(name)}.sql`,
    `-- ${name}: what changes, and why.\n`,
  )
}

function addDecision() {
  const number = nextNumber(DECISIONS)
  const today = new Date().toISOString().slice(0, 10)
  add(
    `${DECISIONS}/${number}-${slug(name.split(';')[0] ?? '')}.md`,
    `# ${Number(number)}. ${name}

Status: accepted
Date: ${today}

## Context
What made a decision necessary.

## Decision
What holds now.

## Consequences
What follows from it, the good and the bad.

## Revisit
When this should be looked at again.
`,
  )
  writeIndex()
}

/** Never overwrites an existing file. */
function add(path, text) {
  writeFileSync(path, text, { flag: 'wx' })
  console.log(path)
}

function writeIndex() {
  const lines = numbered(DECISIONS).map((file) => {
    const text = readFileSync(`${DECISIONS}/${file}`, 'utf8')
    const title = text.match(/^# \d+\. (.+)$/m)?.[1] ?? file
    const status = text.match(/^Status: (.+)$/m)?.[1] ?? ''
    const date = text.match(/^Date: (.+)$/m)?.[1] ?? ''
    return `| ${Number(file.slice(0, 4))} | ${date} | ${status} | [${title}](${file}) |`
  })
  writeFileSync(
    INDEX,
    `# Decisions

What holds now and why, one topic each. When that changes, rewrite the decision; git has its history.
\`npm run new -- decision TITLE\` starts one; \`npm run new -- index\` writes this list again.

| number | date | status | decision |
|---|---|---|---|
${lines.join('\n')}
`,
  )
}

/** @param {string} folder @returns its files that begin with a number, in order */
function numbered(folder) {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .sort()
}

/** @param {string} folder @returns the number after the highest one, as '0042' */
function nextNumber(folder) {
  const highest = Number(numbered(folder).at(-1)?.slice(0, 4) ?? 0)
  return String(highest + 1).padStart(4, '0')
}

/** @param {string} text @returns its words as a file name */
function slug(text) {
  return (
    text
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? ''
  )
}
