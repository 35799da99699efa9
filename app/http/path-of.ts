/** The path and query of a request as React Router's data requests and documents both name it. */
export function pathOf(request: Request): string {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_$/, '/')
  url.searchParams.delete('_routes')
  return path + (url.searchParams.size > 0 ? `?${url.searchParams}` : '')
}
