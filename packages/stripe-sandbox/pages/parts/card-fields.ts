import { type CardName, testCards } from '#sandbox/core/cards.ts'
import type { CardFormProblems, CardFormValues } from './card-form.ts'
import { type Html, html } from './html.ts'

/** The fields to choose or enter a card, in the checkout and the portal. */
export function cardFields(
  offered: readonly CardName[],
  values: CardFormValues,
  problems: CardFormProblems = {},
): Html {
  return html`<fieldset class="field">
<legend>Test card</legend>
<div class="cards">
${offered.map((name) => cardChoice(name, testCards[name].number, testCards[name].outcome, values))}
${cardChoice('own', '', 'Enter a card number', values)}
</div>
<div class="own-number">${field('number', 'Card number', values, problems, { inputmode: 'numeric' })}</div>
</fieldset>
<div class="pair">
${field('expiry', 'Expiry date (MM / YY)', values, problems, { inputmode: 'numeric' })}
${field('cvc', 'Security code', values, problems, { inputmode: 'numeric' })}
</div>
${field('name', 'Name on card', values, problems)}`
}

function cardChoice(value: string, number: string, label: string, values: CardFormValues): Html {
  const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  const checked = values.card === value
  return html`<label><input type="radio" name="card" value="${value}"${checked && html` checked`}>
<span><b>${grouped || 'Another card'}</b> <small>${label}</small></span></label>`
}

type InputHints = { type?: 'email' | 'text'; inputmode?: 'numeric'; autocomplete?: 'email' }

export function field(
  name: keyof CardFormValues,
  label: string,
  values: CardFormValues,
  problems: CardFormProblems,
  { type = 'text', inputmode, autocomplete }: InputHints = {},
): Html {
  const problem = problems[name]
  const isFirstProblem = Object.keys(problems)[0] === name
  // The browser must not offer real cards: only the email address is autofilled.
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${values[name]}" autocomplete="${autocomplete ?? 'off'}"${
    inputmode && html` inputmode="${inputmode}"`
  }${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}${isFirstProblem && html` autofocus`}>
${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`
}
