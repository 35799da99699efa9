import { stretches } from '#db/enums.ts'
import { choiceWords, itemChoices } from '#domain/catalogue/items/fields/item-fields.ts'
import {
  businessEventTypes,
  businessStyles,
  sizes,
} from '#domain/catalogue/items/fields/item-words.ts'
import type { ImportColumnName } from './import-columns.ts'

type ColumnChoice = {
  /** 'a size'. */
  readonly one: string
  /** As they are stored. */
  readonly values: readonly string[]
}

/** Besides those of `itemChoices`. */
const choices: Readonly<Partial<Record<string, ColumnChoice>>> = {
  size: { one: 'a size', values: sizes },
  style: { one: 'a style', values: businessStyles },
  occasion: { one: 'an occasion', values: businessEventTypes },
  stretch: { one: 'how much it stretches', values: stretches },
  fit_returns: { one: 'an answer', values: ['yes', 'no'] },
  advance_booking: { one: 'an answer', values: ['yes', 'no'] },
} satisfies Partial<Record<ImportColumnName, ColumnChoice>>

const itemChoiceOf = (column: string) => itemChoices.find(({ inFiles }) => inFiles.name === column)

/** The choices of a column; undefined for one of free text or numbers. */
export function choiceOf(column: string): ColumnChoice | undefined {
  return choices[column] ?? itemChoiceOf(column)
}

/** Whether an item can have none of them. */
export function canBeNone(column: string): boolean {
  return column === 'stretch' || itemChoiceOf(column) !== undefined
}

/** 'Gray' for 'Grey'. */
export function choiceTitle(column: string, value: string): string {
  const choice = itemChoiceOf(column)
  return choice ? choiceWords(choice.field, value) : value
}
