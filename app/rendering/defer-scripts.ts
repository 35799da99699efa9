/**
 * Delays the scripts of a rendered page until its content is shown. React Router requests all of
 * them in the head, where they compete with the style, the fonts and the first image; links and
 * forms work without them. They load once everything else has loaded and been painted, at the first
 * sign of someone about to click or type, or after three seconds, whichever is first. Browsers older
 * than those of the README never load them and show what is meant for pages without scripts. The
 * page is returned in parts: joined, it would have to be copied once more to be encoded.
 */
export function deferScripts(page: string, nonce: string): readonly string[] {
  const opening = `<script nonce="${nonce}" type="module" async="">`
  const top = page.indexOf('<head>') + '<head>'.length
  const head = page.indexOf('</head>', top)
  const from = page.indexOf(opening, head)
  const to = page.indexOf(CLOSING, from)
  // If the markup is not as expected, it is not changed; a test of the first load notices.
  if (head < 0 || from < 0 || to < 0) return [page]
  const preloads = /<link rel="modulepreload" href="([^"]+)" nonce="[^"]+"\/>/g
  const hrefs: string[] = []
  const inHead = page.slice(top, head).replace(preloads, (_link, href: string) => {
    hrefs.push(href)
    return ''
  })
  const late = `<script nonce="${nonce}" type="text/x-late" data-loads="${hrefs.join(' ')}">`
  const start = `${CLOSING}<script nonce="${nonce}">${starter}${CLOSING}`
  const content = page.slice(from + opening.length, to)
  return [
    page.slice(0, top),
    `<script nonce="${nonce}">${watcher}${CLOSING}`,
    inHead,
    page.slice(head, from),
    `${late}${content}${start}`,
    page.slice(to + CLOSING.length),
  ]
}

const CLOSING = '</script>'

/**
 * Runs in the browser before anything else. Back and Forward between pages that a script has shown
 * change only the address, even after one of them was reloaded: until the scripts run, nothing but
 * loading that address shows its page.
 */
const watcher = `(function () {
  var shown = location.pathname + location.search
  addEventListener('popstate', function () {
    var body = document.body
    if (body && body.dataset.hydrated || location.pathname + location.search === shown) return
    document.documentElement.dataset.leaving = ''
    location.reload()
  })
})()`.replaceAll(/\n +/g, '\n')

/**
 * Runs in the browser, right after the script that it delays. Safari 16.4, Chrome 111 and Firefox 119
 * were the first with `toWellFormed`; the scripts use nothing newer. Whoever searches or opens an item
 * before the scripts run leaves the page: what it still downloads would only delay the next one.
 */
const starter = `(function () {
  if (!''.toWellFormed) {
    document.querySelectorAll('noscript').forEach(function (one) { one.outerHTML = one.textContent })
    return
  }
  var late = document.currentScript.previousElementSibling
  var signs = ['pointerdown', 'pointermove', 'keydown', 'focusin']
  function start() {
    if (!late) return
    var script = document.createElement('script')
    script.type = 'module'
    script.nonce = late.nonce
    script.text = late.text
    late.dataset.loads.split(' ').forEach(function (href) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    })
    document.head.append(script)
    late = null
    signs.forEach(function (sign) { removeEventListener(sign, start, true) })
  }
  function leave(event) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    var leaves = event.type === 'submit' ? 'form[action="/search"]' : 'article a'
    if (document.body.dataset.hydrated || !event.target.closest(leaves)) return
    late = null
    stop()
    addEventListener('pageshow', function (shown) { if (shown.persisted) location.reload() })
  }
  addEventListener('submit', leave)
  addEventListener('click', leave)
  signs.forEach(function (sign) { addEventListener(sign, start, true) })
  addEventListener('load', function () {
    requestAnimationFrame(function () { requestAnimationFrame(function () { setTimeout(start) }) })
  })
  setTimeout(start, 3000)
})()`.replaceAll(/\n +/g, '\n')
