import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, useFetcher } from 'react-router'
import { expect, test } from 'vitest'
import { useBackgroundForm } from './use-background-form.tsx'

function Ours() {
  const { Form, sending } = useBackgroundForm('a')
  return (
    <Form method="post" action="/likes" className="relative">
      {sending === undefined && <button type="submit">Like</button>}
    </Form>
  )
}

function OfTheRouter() {
  const { Form, formData } = useFetcher({ key: 'a' })
  return (
    <Form method="post" action="/likes" className="relative">
      {formData === undefined && <button type="submit">Like</button>}
    </Form>
  )
}

test('the server renders a form sent in the background as React Router does', () => {
  const rendered = (element: ReactNode) => {
    const Page = createRoutesStub([{ path: '/styles', Component: () => element }])
    return renderToStaticMarkup(<Page initialEntries={['/styles?a=b']} />)
  }
  expect(rendered(<Ours />)).toBe(rendered(<OfTheRouter />))
  expect(rendered(<Ours />)).toContain('action="/likes"')
})
