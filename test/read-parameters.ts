/** The names of the query parameters that the server reads during `act`. */
export async function parametersRead(act: () => Promise<unknown>): Promise<Set<string>> {
  const names = new Set<string>()
  const { get, getAll, has } = URLSearchParams.prototype
  const noting = (real: (this: URLSearchParams, name: string) => unknown) =>
    function (this: URLSearchParams, name: string) {
      names.add(name)
      return real.call(this, name)
    }
  const noticed = { get: noting(get), getAll: noting(getAll), has: noting(has) }
  Object.assign(URLSearchParams.prototype, noticed)
  try {
    await act()
  } finally {
    Object.assign(URLSearchParams.prototype, { get, getAll, has })
  }
  names.delete('index') // React Router's own.
  return names
}
