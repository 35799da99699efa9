import { expect, test } from 'vitest'
import { scriptsOff, withoutScripts } from './browser/without-scripts.ts'

const html =
  '<head><script>a < b</script><noscript><meta name="x"></noscript></head>' +
  '<body><p>Text</p><NOSCRIPT class="y"><button>Go</button></NOSCRIPT>\n' +
  '<script type="module" src="/a.js">\n</script></body>'

const answer = (type: string) => () => {
  const headers = new Headers({ 'content-type': type, 'content-length': String(html.length) })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  return Promise.resolve(new Response(html, { status: 404, headers }))
}

const ask = (cookie: string, type = 'text/html; charset=utf-8') => {
  const headers = { cookie, 'accept-encoding': 'gzip' }
  const request = new Request('http://localhost/', { headers })
  return withoutScripts(answer(type))(request, { peer: '' })
}

const off = `other=1; ${scriptsOff.name}=${scriptsOff.value}`

test('a page loses its scripts and shows what is for browsers without', async () => {
  const response = await ask(off)
  expect(await response.text()).toBe(
    '<head><meta name="x"></head><body><p>Text</p><button>Go</button>\n</body>',
  )
  expect(response.status).toBe(404)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(response.headers.has('content-length')).toBe(false)
})

test('without the cookie, and for other files, nothing changes', async () => {
  expect(await (await ask('other=1')).text()).toBe(html)
  expect(await (await ask(off, 'text/plain')).text()).toBe(html)
})
