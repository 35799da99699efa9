import type { Compilable, CompiledQuery } from 'kysely'
import type { DbOrTx } from './connection.ts'

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** The statement would keep the result of any computation with a value. */
  [Symbol.toPrimitive]() {
    throw new Error(`${this.name} is only there when the statement runs`)
  }
}

/**
 * Compiles a statement the first time it is called and reuses it with the values of later calls.
 * For statements that nearly every page runs, because building one takes as long as running it.
 * @param build only passes the values on to the statement, which is compiled without them
 */
export function compiledOnce<Values extends Readonly<Record<string, unknown>>, Row>(
  build: (db: DbOrTx, values: Values) => Compilable<Row>,
): (db: DbOrTx, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= compile(db, build)
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name] : one,
    )
    const query: CompiledQuery<Row> = { ...compiled, parameters }
    return (await db.executeQuery(query)).rows
  }
}

function compile<Values, Row>(
  db: DbOrTx,
  build: (db: DbOrTx, values: Values) => Compilable<Row>,
): CompiledQuery<Row> {
  const placeholders = new Proxy(
    {},
    {
      get: (_, name) => new Placeholder(String(name)),
      ownKeys: () => {
        throw new Error('each value is taken by its name')
      },
    },
  )
  return build(db, placeholders as Values).compile() as CompiledQuery<Row>
}
