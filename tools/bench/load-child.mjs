import autocannon from 'autocannon'

const { url, cookie, connections = 16, seconds = 3 } = JSON.parse(process.argv[2] ?? '{}')

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  headers: { 'accept-encoding': 'br', ...(cookie && { cookie }) },
})
const wrong = result.non2xx + result.errors
process.send?.(wrong > 0 ? `${wrong} answers of ${url} were wrong` : result.requests.average)
process.disconnect?.()
