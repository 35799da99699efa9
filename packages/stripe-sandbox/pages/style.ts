/** The only stylesheet of the pages; a module, so that the server bundle includes it. */
export const stylesheet = /* css */ `
:root {
  color-scheme: light;
  --ink: #1d1a22; --quiet: #625d6b; --line: #d9d5df; --paper: #fff; --wash: #f6f4f8;
  --accent: #8a1c5b; --accent-dark: #6b1446; --wrong: #b3261e; --wrong-wash: #fdf1f0;
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--wash); color: var(--ink);
  font: 1rem/1.5 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
h1, h2, p, ul, dl, dd, fieldset { margin: 0; padding: 0; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice { background: #fff3cd; color: #5c4400; border-bottom: 1px solid #ecd58a; text-align: center; padding: 0.5rem 1rem; font-size: 0.875rem; }
.notice strong { text-transform: uppercase; letter-spacing: 0.06em; margin-right: 0.5em; font-size: 0.75rem; }
.checkout { display: grid; }
.summary, .payment { padding: 1.5rem 1.25rem; }
.payment { background: var(--paper); }
.back { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 2.75rem; color: var(--quiet); text-decoration: none; }
.back:hover { color: var(--ink); text-decoration: underline; }
.business { font-weight: 600; margin-top: 0.25rem; }
.total { font-size: 2.25rem; font-weight: 600; letter-spacing: -0.02em; line-height: 1.2; margin-top: 0.75rem; font-variant-numeric: tabular-nums; }
.total-label { color: var(--quiet); }
.items { margin-top: 1.5rem; border-top: 1px solid var(--line); }
.items li, .sum { display: flex; justify-content: space-between; gap: 1rem; padding: 0.875rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
.items small { display: block; color: var(--quiet); }
.sum { border-bottom: 0; font-weight: 600; }
h2 { font-size: 1.125rem; margin-bottom: 1rem; }
.field { margin-bottom: 1.125rem; }
label, legend { display: block; font-size: 0.875rem; font-weight: 500; margin-bottom: 0.375rem; padding: 0; }
input[type=text], input[type=email] {
  width: 100%; min-height: 2.875rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: #fff; border: 1px solid #8e8797; border-radius: 0.5rem;
}
input[aria-invalid=true] { border-color: var(--wrong); box-shadow: 0 0 0 1px var(--wrong); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.875rem; }
.problem { color: var(--wrong); font-size: 0.875rem; margin-top: 0.375rem; }
.alert { background: var(--wrong-wash); border: 1px solid #eac0bc; border-left: 4px solid var(--wrong); border-radius: 0.5rem; padding: 0.75rem 1rem; margin-bottom: 1.25rem; }
fieldset { border: 0; min-width: 0; }
.cards { border: 1px solid var(--line); border-radius: 0.625rem; overflow: hidden; }
.cards label { display: grid; grid-template-columns: auto 1fr; column-gap: 0.75rem; align-items: start; padding: 0.625rem 0.875rem; margin: 0; font-weight: 400; cursor: pointer; }
.cards label + label { border-top: 1px solid var(--line); }
.cards label:hover { background: #faf8fb; }
.cards label:has(:checked) { background: #fbf1f6; }
.cards label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: -3px; }
.cards input { accent-color: var(--accent); width: 1.125rem; height: 1.125rem; margin: 0.2rem 0 0; outline: none; }
.cards b { font-weight: 500; font-variant-numeric: tabular-nums; white-space: nowrap; }
.cards span { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1rem; }
.cards small { color: var(--quiet); font-size: 0.8125rem; line-height: 1.6; }
.own-number { display: none; margin-top: 0.875rem; }
.own-number .field { margin-bottom: 0; }
fieldset:has(input[value=own]:checked) .own-number { display: block; }
@supports not selector(:has(*)) { .own-number { display: block; } }
.button, button {
  display: inline-flex; justify-content: center; align-items: center; min-height: 3rem; padding: 0.625rem 1.25rem;
  border: 1px solid transparent; border-radius: 0.5rem; background: var(--accent); color: #fff; font: inherit; font-weight: 600;
  text-decoration: none; cursor: pointer;
}
.button:hover, button:hover { background: var(--accent-dark); }
button.plain, .button.plain { background: #fff; color: var(--ink); border-color: #8e8797; }
button.plain:hover, .button.plain:hover { background: var(--wash); }
.pay { width: 100%; font-size: 1.0625rem; }
.small-print { color: var(--quiet); font-size: 0.8125rem; margin-top: 0.875rem; text-align: center; }
.message { max-width: 30rem; margin: 12vh auto; padding: 2rem 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 0.875rem; }
.message h1 { font-size: 1.375rem; line-height: 1.3; margin-bottom: 0.625rem; }
.message .button, .message form { margin-top: 1.25rem; }
.message form { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.message dl { margin-top: 1rem; display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; font-variant-numeric: tabular-nums; }
.message dt { color: var(--quiet); }
.message.wide { max-width: 44rem; margin: 4rem auto; }
.wide table { width: 100%; border-collapse: collapse; margin: 1.25rem 0 1.75rem; font-size: 0.9375rem; }
.wide th, .wide td { text-align: left; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
.wide td:first-child { white-space: nowrap; }
.plain-list li + li { margin-top: 0.5rem; }
.headline { font-size: 1.5rem; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; margin-top: 1rem; max-width: 20ch; }
.legal { margin-top: 1.5rem; font-size: 0.875rem; display: flex; gap: 1rem; }
.portal-title { font-size: 1.375rem; line-height: 1.3; letter-spacing: -0.01em; margin-bottom: 1.25rem; }
.done { background: #eef7f0; border: 1px solid #b9d9c1; border-left: 4px solid #1f7a3d; border-radius: 0.5rem; padding: 0.75rem 1rem; margin-bottom: 1.25rem; }
.part { border-top: 1px solid var(--line); padding-top: 1.25rem; margin-top: 1.75rem; }
.part:first-of-type { border-top: 0; padding-top: 0; margin-top: 0; }
.part h2 { font-size: 0.8125rem; font-weight: 600; color: var(--quiet); margin-bottom: 0.75rem; }
.part h3 { font-size: 1.0625rem; line-height: 1.4; margin: 0; }
.quiet { color: var(--quiet); }
.price { font-size: 1.375rem; font-weight: 600; letter-spacing: -0.01em; margin: 0.125rem 0; font-variant-numeric: tabular-nums; }
.plan + .plan { margin-top: 1.75rem; }
.waiting { background: var(--wash); border-radius: 0.5rem; padding: 0.625rem 0.875rem; margin-top: 0.75rem; }
.badge { display: inline-block; font-size: 0.75rem; font-weight: 500; line-height: 1.5; padding: 0.0625rem 0.5rem; border-radius: 0.375rem; background: #eceaf0; color: var(--ink); vertical-align: middle; white-space: nowrap; }
.badge.wrong { background: var(--wrong-wash); color: var(--wrong); }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1rem; }
.portal .button, .portal button:not(.pay) { min-height: 2.5rem; padding: 0.375rem 1rem; font-size: 0.9375rem; }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.75rem; }
.row b { display: block; font-weight: 500; }
.invoices li { display: grid; grid-template-columns: 1fr auto auto; column-gap: 1rem; align-items: center; padding: 0.625rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
.invoices small { display: block; color: var(--quiet); font-size: 0.8125rem; }
.invoices .do:empty { display: none; }
.invoices .do { grid-column: 1 / -1; padding-top: 0.5rem; }
.choices li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 0.625rem; }
.choices li + li { margin-top: 0.75rem; }
.portal .items { margin-top: 0; }
.portal form .pay { margin-top: 1.25rem; }
.wide > h2, .wide .part dl + *, .wide .part + p { margin-top: 1.5rem; }
.wide .part dl + * { margin-top: 0.75rem; }
.hint { color: var(--quiet); font-size: 0.8125rem; margin-top: 0.375rem; }
.outcomes { margin-top: 0; }
.outcomes div + div { margin-top: 0.875rem; }
.outcomes dt { font-weight: 600; }
.outcomes dd { color: var(--quiet); }
.go-back { margin-top: 1.25rem; }
@media (max-width: 34rem) { .message { margin: 0; border-width: 0 0 1px; border-radius: 0; } }
@media (min-width: 56rem) {
  .checkout { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); min-height: calc(100vh - 2.4rem); }
  .summary { padding: 3.5rem 4rem 3rem; justify-self: end; width: min(100%, 32rem); }
  .payment { padding: 3.5rem 4rem 3rem; box-shadow: -1px 0 0 var(--line); }
  .payment > * { max-width: 28rem; }
  .portal .payment > * { max-width: 34rem; }
  .portal { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
}
`
