/** The postal code of each state by its name, both in lower case, as browsers fill in either. */
const stateCodes: Readonly<Record<string, string>> = {
  alabama: 'al',
  alaska: 'ak',
  arizona: 'az',
  arkansas: 'ar',
  california: 'ca',
  colorado: 'co',
  connecticut: 'ct',
  delaware: 'de',
  'district of columbia': 'dc',
  florida: 'fl',
  georgia: 'ga',
  hawaii: 'hi',
  idaho: 'id',
  illinois: 'il',
  indiana: 'in',
  iowa: 'ia',
  kansas: 'ks',
  kentucky: 'ky',
  louisiana: 'la',
  maine: 'me',
  maryland: 'md',
  massachusetts: 'ma',
  michigan: 'mi',
  minnesota: 'mn',
  mississippi: 'ms',
  missouri: 'mo',
  montana: 'mt',
  nebraska: 'ne',
  nevada: 'nv',
  'new hampshire': 'nh',
  'new jersey': 'nj',
  'new mexico': 'nm',
  'new york': 'ny',
  'north carolina': 'nc',
  'north dakota': 'nd',
  ohio: 'oh',
  oklahoma: 'ok',
  oregon: 'or',
  pennsylvania: 'pa',
  'puerto rico': 'pr',
  'rhode island': 'ri',
  'south carolina': 'sc',
  'south dakota': 'sd',
  tennessee: 'tn',
  texas: 'tx',
  utah: 'ut',
  vermont: 'vt',
  virginia: 'va',
  washington: 'wa',
  'west virginia': 'wv',
  wisconsin: 'wi',
  wyoming: 'wy',
}

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
