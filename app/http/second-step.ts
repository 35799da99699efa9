const NAME = 'hemline_second_step'
const MINUTES = 10

type App = { readonly originOf: (request: Request) => string }

/** Carries the proof of a right password to the page that asks for the code. */
export function secondStepCookie(app: App, request: Request, challenge: string): string {
  return cookie(app, request, challenge, MINUTES * 60)
}

export function endedSecondStep(app: App, request: Request): string {
  return cookie(app, request, '', 0)
}

export function readSecondStep(request: Request): string | null {
  const pair = request.headers
    .get('cookie')
    ?.split(/;\s*/)
    .find((part) => part.startsWith(`${NAME}=`))
  return pair?.slice(NAME.length + 1) || null
}

function cookie(app: App, request: Request, value: string, maxAgeSeconds: number): string {
  const secure = app.originOf(request).startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${value}; Path=/auth; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
