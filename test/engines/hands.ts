import { Key } from 'selenium-webdriver'
import type { Page } from './page.ts'
import type { Target } from './targets.ts'

/** A way to use a page: with the mouse, or with only the keyboard. */
export interface Hands {
  press(page: Page, target: Target): Promise<void>
  fill(page: Page, target: Target, text: string): Promise<void>
}

const mouse: Hands = {
  press: (page, target) => page.press(target),
  fill: (page, target, text) => page.fill(target, text),
}

export const keyboard: Hands = {
  press: async (page, target) => {
    await page.tabTo(target)
    await page.type(Key.ENTER)
  },
  fill: async (page, target, text) => {
    await page.tabTo(target)
    await page.type(text)
  },
}

/** The ways in which people use the shop. */
export const ways = [
  { name: 'on a phone', width: 390, javaScript: true, hands: mouse },
  { name: 'on a desktop', width: 1280, javaScript: true, hands: mouse },
  { name: 'on a phone without scripts', width: 390, javaScript: false, hands: mouse },
  { name: 'on a desktop without scripts', width: 1280, javaScript: false, hands: mouse },
  { name: 'with only the keyboard', width: 1280, javaScript: true, hands: keyboard },
] as const
