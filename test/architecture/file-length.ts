import type { Rule } from './rules.ts'

const MAX_LINES = 400

/** Generated code and data, which nobody reads from top to bottom. */
const unlimited = /^(db\/types\.ts|demo\/catalogue\/)/

export const filesAreShort: Rule = (files) =>
  files
    .filter(({ path, lines, isTest }) => lines > MAX_LINES && !isTest && !unlimited.test(path))
    .map(({ path, lines }) => `${path} has ${lines} lines: split it by topic`)
