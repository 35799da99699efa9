/** The path and query of a request, the same for React Router's data requests and documents. */
export function pathOf(request: Request): string {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_$/, '/')
  url.searchParams.delete('_routes')
  return path + (url.searchParams.size > 0 ? `?${url.searchParams}` : '')
}
