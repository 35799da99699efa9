import { afterEach, expect, onTestFinished, TestRunner } from 'vitest'
import type { SandboxOptions } from '#sandbox/sandbox.ts'
import { exchangeCheck } from '#sandbox/testing/stripe-types/exchange-check.ts'

/**
 * For a sandbox under test: checks that requests, responses and webhooks match the types of the
 * Stripe SDK. Runs at the end of the test, or after each test when called at the top of a file.
 */
export async function checkedExchanges(): Promise<Required<Pick<SandboxOptions, 'onExchange'>>> {
  const { onExchange, problems } = await exchangeCheck()
  const fits = () => expect(problems.splice(0), 'Unlike the types of Stripe’s SDK').toEqual([])
  if (TestRunner.getCurrentTest()) onTestFinished(fits)
  else afterEach(fits)
  return { onExchange }
}
