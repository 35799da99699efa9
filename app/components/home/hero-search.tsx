import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Form } from '#app/ui/form.tsx'

/** What somebody needs and when, asked on the cover. */
export function HeroSearch() {
  return (
    <search className="hero-search">
      <Form action={href('/search')} className="hero-search-form">
        <Field
          label="What do you need?"
          type="search"
          name="q"
          maxLength={100}
          placeholder="A red dress"
          enterKeyHint="search"
          className="hero-search-words"
        />
        <Field label="First day" type="date" name="start" className="min-w-0" />
        <Field label="Last day" type="date" name="end" className="min-w-0" />
        <Button className="hero-search-button">Search</Button>
      </Form>
    </search>
  )
}
