import codes from './state-codes.json' with { type: 'json' }

/** The postal code of each state by its name, both in lower case, as browsers fill in either. */
const stateCodes: Readonly<Record<string, string>> = codes

const codes: ReadonlySet<string> = new Set(Object.values(stateCodes))

/** 'MA' for 'Massachusetts', 'ma' or 'M.A.'; null for what is no state, DC or Puerto Rico. */
export function stateCode(text: string): string | null {
  const name = text.trim().toLowerCase().replaceAll('.', '')
  if (codes.has(name)) return name.toUpperCase()
  return Object.hasOwn(stateCodes, name) ? (stateCodes[name]?.toUpperCase() ?? null) : null
}

/** 'New York' and ' ny' are the state NY, in whichever way the city has it. */
export function isSameState(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => stateCode(text) ?? text.trim().toLowerCase())
  return a === b
}
