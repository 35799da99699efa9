import autocannon from 'autocannon'

const {
  url,
  cookie,
  cookies = [cookie],
  connections = 16,
  seconds = 3,
} = JSON.parse(process.argv[2] ?? '{}')

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: cookies.map((each) => ({
    headers: { 'accept-encoding': 'br', ...(each && { cookie: each }) },
  })),
})
const wrong = result.non2xx + result.errors
const { average: perSecond, total: requests } = result.requests
process.send?.(wrong > 0 ? `${wrong} answers of ${url} were wrong` : { perSecond, requests })
process.disconnect?.()
