import autocannon from 'autocannon'

const {
  url,
  cookie,
  addresses = 1,
  connections = 16,
  seconds = 3,
} = JSON.parse(process.argv[2] ?? '{}')

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: Array.from({ length: addresses }, (_, n) => ({
    headers: {
      'accept-encoding': 'br',
      ...(cookie && { cookie }),
      ...(addresses > 1 && { 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` }),
    },
  })),
})
const wrong = result.non2xx + result.errors
const { average: perSecond, total: requests } = result.requests
process.send?.(wrong > 0 ? `${wrong} answers of ${url} were wrong` : { perSecond, requests })
process.disconnect?.()
