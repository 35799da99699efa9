import type { Page } from '#test/browsing.ts'
import type { Plan, PlanChange } from '#tools/orders/check/plan.ts'
import { type Act, type Acting, TRIES, unknownAnswer } from './acting.ts'
import { buyProduct } from './buying.ts'
import { ask, noticeOf, type Sent } from './sending.ts'

const FORMS = ['upgrade', 'downgrade', 'keep-plan', 'resume-plan'] as const

/**
 * Buys a plan, or does to it what its page offers or something else, with the same form again if no
 * answer came. One change at a time, and none after one that may still be carried out.
 */
export const changePlan: Act = async (acting) => {
  const { me, random } = acting
  if (me.isChangingPlan) return
  me.isChangingPlan = true
  if (!me.hasPlan) {
    me.hasPlan = true
    await buyProduct(acting, random.oneIn(2) ? 'subscription_annual' : 'subscription_monthly')
    me.isChangingPlan = false
    return
  }
  const page = random.oneIn(5) ? null : await readPage(acting)
  const offered = FORMS.filter((form) => !page || offers(page, form))
  const kind = random.one([...offered, 'cancel'] as const)
  const isAnswered = kind === 'cancel' ? await cancel(acting) : kind && (await send(acting, kind))
  if (isAnswered) me.isChangingPlan = false
}

/** Sends a form, sometimes twice at once. */
async function send(acting: Acting, kind: (typeof FORMS)[number]): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const form = await confirmed(acting, kind)
    if (!form) return true
    const tabs = acting.random.oneIn(5) ? [form, form] : [form]
    const answers = await Promise.all(tabs.map((one) => sendOnce(acting, kind, one)))
    if (answers.every((one) => one)) return true
  }
  return false
}

type Form = Readonly<Record<string, string>>

async function sendOnce({ me, tally }: Acting, kind: PlanChange, form: Form): Promise<boolean> {
  const sent = await ask(tally, () => me.browser.post('/credits', form))
  me.plan.add(sent, { kind, answer: answerOf(sent) })
  return sent.page !== null
}

/** The form with what it has to confirm; null if the question was refused. */
async function confirmed({ me, tally }: Acting, intent: (typeof FORMS)[number]) {
  const form = { intent, confirmed: 'yes' }
  if (intent !== 'upgrade') return form
  const sent = await ask(tally, () => me.browser.post('/credits', { intent }))
  if (!sent.page) return null
  const quoted = sent.page.$$('input[name=quoted]')[0]?.getAttribute('value')
  if (quoted) return { ...form, quoted }
  me.plan.add(sent, { kind: intent, answer: answerOf(sent) })
  return null
}

function answerOf(sent: Sent): 'done' | 'refused' | null {
  if (!sent.page) return null
  const words = noticeOf(sent.page)
  if (/success/.test(words)) return 'done'
  if (/no active subscription|already on this plan|plan is (not )?canceled/.test(words))
    return 'refused'
  throw unknownAnswer(sent)
}

/** Cancels on the provider's page. It counts once it is shown, as the shop hears of it later. */
async function cancel({ me, tally }: Acting): Promise<boolean> {
  const opened = await ask(tally, () => me.browser.post('/credits/portal', {}))
  if (!opened.page?.location?.includes('/sandbox/portal/')) return true
  const { payPages } = me.visit
  const began = performance.now()
  try {
    const home = await payPages.get(opened.page.location)
    const link = home.$$('a[href*="/cancel?"]')[0]?.getAttribute('href')
    if (!link) return true
    await payPages.submit(await payPages.get(link), 'form[method=post]')
    for (let tries = 0; tries < TRIES; tries += 1) {
      const shown = await ask(tally, async () =>
        me.browser.follow(await me.browser.get('/credits?from=portal')),
      )
      if (!shown.page || !shownPlan(shown.page).endsWith('canceled')) continue
      me.plan.add({ began, ended: shown.ended }, { kind: 'cancel', answer: 'done' })
      return true
    }
  } catch {
    // The provider's page did not answer.
  }
  me.plan.add({ began, ended: Number.POSITIVE_INFINITY }, { kind: 'cancel', answer: null })
  return false
}

export const readCredits: Act = async (acting) => {
  await readPage(acting)
}

/** The page with the plan, the deposit and the gifts; null without an answer. */
async function readPage({ scene: { gift }, me, tally }: Acting): Promise<Page | null> {
  const sent = await ask(tally, () => me.browser.get('/credits'))
  if (!sent.page) return null
  me.plan.add(sent, { kind: 'page', shown: shownPlan(sent.page) })
  const isHeld = !sent.page.text('#deposit').includes('You need a')
  me.deposit.add(sent, { kind: 'shown', isHeld })
  if (me !== gift.buyer) return sent.page
  const line = sent.page.$$('li').find((one) => one.textContent.includes(gift.code))
  if (!line) throw new Error('the gift is not shown')
  gift.history.add(sent, { kind: 'shown', isClaimed: /claimed on/.test(line.textContent) })
  return sent.page
}

/** The plan, by what can be done to it. */
function shownPlan(page: Page): Plan {
  if (offers(page, 'keep-plan')) return 'annual, then monthly'
  if (offers(page, 'downgrade')) return 'annual'
  const isMonthly = offers(page, 'upgrade')
  if (!offers(page, 'resume-plan')) return isMonthly ? 'monthly' : 'none'
  return isMonthly ? 'monthly, canceled' : 'annual, canceled'
}

function offers(page: Page, form: (typeof FORMS)[number]): boolean {
  return page.has(`main input[value=${form}]`)
}
