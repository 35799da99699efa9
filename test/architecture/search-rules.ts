import type { Rule } from './rules.ts'
import { inProduct } from './source-files.ts'

const folder = 'domain/catalogue/search/'
const steps = ['conditions', 'plan', 'read', 'count', 'suggest'].map(
  (step) => `${folder}${step}.ts`,
)

/** Values that several steps write into their SQL. */
const shared = ['searchedColumns', 'countedColumns', 'priceKey']

/** What a step has found is passed on, so that no step calls another one. */
export const searchStepsAreTakenInTurn: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => path !== `${folder}search.ts`)
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to, typesOnly }) => steps.includes(to) && !typesOnly)
        .flatMap(({ to, names }) => names.filter(isFunction).map((name) => ({ to, name })))
        .map(({ to, name }) => `${path} calls ${name} of ${to}: only search.ts takes the steps`),
    )

/** Types and constants begin with a capital. */
function isFunction(name: string): boolean {
  return /^[a-z]/.test(name) && !shared.includes(name)
}
