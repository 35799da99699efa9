import { appContext, type Context, visitContext } from '#app/request/contexts.ts'

/**
 * Whether /dev/mail shows emails to the person making this request. The emails contain links that
 * set passwords, so only people at this machine can read them.
 */
export function readsOutbox(context: Context): boolean {
  const { mailIsLocal, paymentsAreReal } = context.get(appContext)
  return mailIsLocal && !paymentsAreReal && context.get(visitContext).isThisMachine
}
