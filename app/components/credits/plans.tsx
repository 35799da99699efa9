import { href, useNavigation } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Form } from '#app/ui/form.tsx'
import { icon } from '#app/ui/icons.tsx'
import { type CreditProduct, centsPerCredit, isPlan } from '#domain/money/checkout/catalogue.ts'
import {
  ANNUAL_SAVING,
  MONTHLY_CREDITS,
  RENEWAL_TERMS,
  ROLLOVER,
} from '#domain/money/plans/plan-words.ts'
import type { HeldSubscription } from '#domain/money/plans/subscription-queries.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'
import { BuyForm } from './buy-form.tsx'
import { PortalForm } from './portal-form.tsx'

/** The plans side by side, with their actions (spec 7.5). */
export function Plans({
  products,
  subscription,
  returnTo,
}: {
  products: readonly CreditProduct[]
  subscription: HeldSubscription | null
  returnTo: string
}) {
  if (products.length === 0) return null
  const held = subscription?.state === 'ended' ? null : subscription
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="scroll-mt-8 text-3xl">
        Subscription Plans
      </h2>
      <ul className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4">
        {products.map((product) => (
          <li
            key={product.id}
            className={classNames(
              'flex flex-col rounded-control border bg-sheet p-6 sm:p-7',
              held?.plan === product.type ? 'border-ink' : 'border-line',
            )}
          >
            <h3 className="text-xl sm:min-h-[2lh]">{product.name}</h3>
            <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
              <p className="font-heading text-4xl leading-none">
                {shortDollars(product.priceCents)}
                <span className="ml-1.5 font-body text-sm text-soft">
                  per {product.type === 'subscription_annual' ? 'year' : 'month'}
                </span>
              </p>
              <p className="basis-full text-sm text-soft">
                {dollars(centsPerCredit(product))} per credit
              </p>
              {held?.plan === product.type && <Badge kind="accent">Your plan</Badge>}
              {held?.pending?.plan === product.type && <Badge kind="info">Starts next</Badge>}
              {product.type === 'subscription_annual' && !held && <Badge>Best value</Badge>}
            </div>
            <ul className="mt-5 mb-6 grid gap-2 text-[0.9375rem]">
              {PLAN_FEATURES[product.type]?.map((feature) => (
                <li key={feature} className="flex items-start gap-2.5">
                  <CheckIcon width="16" height="16" className="mt-1 shrink-0 text-primary-600" />
                  {feature}
                </li>
              ))}
            </ul>
            <div className="mt-auto">
              <PlanButton product={product} held={held} returnTo={returnTo} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const COPY = [MONTHLY_CREDITS, ROLLOVER, 'Cancel anytime']

const PLAN_FEATURES: Readonly<Partial<Record<CreditProduct['type'], readonly string[]>>> = {
  subscription_monthly: COPY,
  subscription_annual: [...COPY, `Annual saves ${ANNUAL_SAVING}/year`],
}

function PlanButton({
  product,
  held,
  returnTo,
}: {
  product: CreditProduct
  held: HeldSubscription | null
  returnTo: string
}) {
  if (!held)
    return (
      <>
        <BuyForm product={product} verb="Subscribe Now" returnTo={returnTo} />
        {isPlan(product.type) && (
          <p className="mt-2 text-sm text-soft">{RENEWAL_TERMS[product.type]}</p>
        )}
      </>
    )
  if (held.plan === product.type)
    return (
      <div className="flex flex-wrap gap-3">
        {held.cancelAt && <PlanForm intent="resume-plan">Keep my plan</PlanForm>}
        <PortalForm kind={held.cancelAt ? 'secondary' : 'primary'}>Manage Subscription</PortalForm>
      </div>
    )
  if (held.state === 'past-due')
    return (
      <p className="text-sm text-soft">
        Your last payment is still due. You can change plans once it is paid.
      </p>
    )
  if (held.pending?.plan === product.type)
    return <PlanForm intent="keep-plan">Keep Annual Plan</PlanForm>
  if (held.cancelAt && product.type === 'subscription_monthly')
    return (
      <p className="text-sm text-soft">
        Your annual plan is canceled. To switch to monthly, keep your plan first.
      </p>
    )
  return product.type === 'subscription_annual' ? (
    <PlanForm intent="upgrade">Upgrade to Annual</PlanForm>
  ) : (
    <PlanForm intent="downgrade">Downgrade to Monthly</PlanForm>
  )
}

/** Requests a change; its effects are shown before anything happens. */
function PlanForm({ intent, children }: { intent: string; children: string }) {
  const navigation = useNavigation()
  const busy = navigation.formData?.get('intent') === intent
  return (
    <Form method="post" action={href('/credits')} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button kind="secondary" busy={busy} busyText="Processing...">
        {children}
      </Button>
    </Form>
  )
}

const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
