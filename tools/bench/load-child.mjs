import autocannon from 'autocannon'

const {
  url,
  cookie,
  people = [],
  connections = 16,
  seconds = 3,
} = JSON.parse(process.argv[2] ?? '{}')

/** One account or address may only do so much in a minute: the requests are spread over many. */
const addresses = 1000

const requests = Array.from({ length: people.length > 0 ? addresses : 1 }, (_, n) => ({
  headers: {
    // As browsers say.
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(cookie && { cookie }),
    ...(people.length > 0 && {
      cookie: people[n % people.length],
      'x-forwarded-for': `10.1.${n >> 8}.${n & 255}`,
    }),
  },
}))

let clients = 0
const result = await autocannon({
  ...{ url, connections, duration: seconds, requests },
  // Otherwise all connections begin with the first one.
  setupClient: (client) => {
    const first = Math.floor((requests.length * clients++) / connections)
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
  },
})
const wrong = result.non2xx + result.errors
const { average: perSecond, total } = result.requests
process.send?.(wrong > 0 ? `${wrong} answers of ${url} were wrong` : { perSecond, requests: total })
process.disconnect?.()
