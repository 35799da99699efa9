import type { Before, Handle } from '#server/start/listen.ts'

const ADDRESS = '/complaint'

/**
 * Runs in the browser before any script of the page. The driver of WebKit tells nothing of the
 * console. A request that the page waits for is not lost when the page is left.
 */
const listener = `(function () {
  // What a page was still loading when it is left fails to load.
  var isLeft = false
  addEventListener('beforeunload', function () { isLeft = true })
  function complain(text) {
    if (isLeft) return
    var request = new XMLHttpRequest()
    request.open('POST', '${ADDRESS}', false)
    request.send(location.pathname + ': ' + text)
  }
  function textOf(thing) {
    return thing instanceof Error ? thing.message + ' ' + thing.stack : String(thing)
  }
  var error = console.error
  console.error = function () {
    complain(Array.prototype.map.call(arguments, textOf).join(' '))
    error.apply(console, arguments)
  }
  addEventListener('error', function (event) {
    var element = event.target
    if (element === window) complain(textOf(event.error || event.message))
    else complain(element.tagName + ' fails to load: ' + (element.currentSrc || element.src || element.href))
  }, true)
  addEventListener('unhandledrejection', function (event) { complain(textOf(event.reason)) })
  addEventListener('securitypolicyviolation', function (event) {
    complain('the content policy blocks ' + event.violatedDirective + ' ' + event.blockedURI)
  })
})()`

/** Adds the listener to pages whose content policy has a nonce. */
export function withListener(handle: Handle): Handle {
  return async (request, client) => {
    // A compressed page could not be changed.
    request.headers.delete('accept-encoding')
    const response = await handle(request, client)
    const { status, statusText, body } = response
    const headers = new Headers(response.headers)
    const [, nonce] = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '') ?? []
    if (!body || !nonce || !headers.get('content-type')?.startsWith('text/html')) return response
    headers.delete('content-length')
    const page = await response.text()
    const script = `<head><script nonce="${nonce}">${listener}</script>`
    return new Response(
      page.replace('<head>', () => script),
      { status, statusText, headers },
    )
  }
}

/** Notes what the listeners tell. */
export function notingComplaints(complaints: string[], before: Before): Before {
  return (incoming, outgoing, next) => {
    if (incoming.url !== ADDRESS) return before(incoming, outgoing, next)
    incoming.setEncoding('utf8')
    let text = ''
    incoming.on('data', (part) => {
      text += part
    })
    incoming.on('end', () => {
      complaints.push(text)
      outgoing.end()
    })
  }
}
