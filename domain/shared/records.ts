// Objects made from lists of names, with the types that TypeScript cannot infer for them.

/** The names of a record, in order. */
export function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>) {
  return Object.keys(record) as Name[]
}

/** A value for each name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  return recordBy(names, (name) => name, value)
}

/** A value for each of a list, under its name. */
export function recordBy<Item, Name extends string, Value>(
  list: readonly Item[],
  name: (item: Item) => Name,
  value: (item: Item) => Value,
): Record<Name, Value> {
  const entries = list.map((item) => [name(item), value(item)])
  return Object.fromEntries(entries) as Record<Name, Value>
}

/** These properties, without those that are undefined. */
export function pick<From, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  const given = names.filter((name) => from[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, from[name]])) as Pick<From, Name>
}
