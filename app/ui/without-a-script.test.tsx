import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { Field } from '#app/ui/fields/field.tsx'
import { PasswordField } from '#app/ui/fields/password-field.tsx'
import { PromptDialog } from '#app/ui/fields/prompt-dialog.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Toasts } from './toasts.tsx'

/** The HTML that the server sends. */
function htmlOf(element: ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Page />)
}

test('a dialog opened by the server is open, posts its fields and closes', () => {
  const html = htmlOf(
    <ConfirmDialog open question="Really?" fields={{ confirmed: 'yes' }} confirmText="Yes" />,
  )
  expect(html).toMatch(/<dialog open="" role="alertdialog"/)
  expect(html).toContain('<input type="hidden" name="confirmed" value="yes"/>')
  const posting = /<form id="([^"]+)"[^>]* method="post"/.exec(html)?.[1]
  expect(posting).toBeTruthy()
  expect(html).toContain(`<button form="${posting}"`)
  expect(html).toContain('<form method="dialog">')
})

test('a dialog stays closed until it is opened', () => {
  expect(htmlOf(<ConfirmDialog question="Really?" />)).toMatch(/<dialog role=/)
})

test('a prompt posts what is typed with its other fields', () => {
  const html = htmlOf(
    <PromptDialog
      open
      question="Whose email?"
      fields={{ product: 'gift' }}
      field={{ label: 'Email', name: 'friend', type: 'email' }}
    />,
  )
  const form = /<form [^>]*method="post".*?<\/form>/.exec(html)?.[0]
  expect(form).toContain('name="product" value="gift"')
  expect(form).toContain('name="friend"')
})

test('a field is described by its hint and by what is wrong with it', () => {
  const html = htmlOf(
    <Field id="city" label="City" hint="Where you lend" error="Please select a valid city" />,
  )
  expect(html).toContain('<label for="city"')
  expect(html).toContain('aria-describedby="city-hint city-error"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toMatch(/<p id="city-error"[^>]*>Please select a valid city<\/p>/)
})

test('a select keeps the submitted choice and starts without one', () => {
  const options = ['Austin', { value: 'b', label: 'Boston' }]
  const html = htmlOf(
    <SelectField label="City" options={options} placeholder="Choose" defaultValue="b" />,
  )
  expect(html).toContain('<option value="">Choose</option>')
  expect(html).toContain('<option value="b" selected="">Boston</option>')
})

test('without a script a password is hidden and has no toggle', () => {
  const html = htmlOf(<PasswordField label="Password" name="password" />)
  expect(html).toContain('type="password"')
  expect(html).not.toContain('<button')
})

test('the server’s toast is in the page', () => {
  const toast = { id: '1', type: 'success', text: 'Saved.' } as const
  const html = htmlOf(<Toasts fromServer={toast} />)
  expect(html).toContain('Saved.')
  expect(html).not.toContain('Dismiss')
})
