import { Children, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type FactsProps = {
  /** Each child is a fact. Empty ones are left out; without any, nothing is shown. */
  children: ReactNode
  /** By default a paragraph. */
  as?: 'p' | 'span'
  className?: string
}

/** Facts with dots between them: 'Size M · 14 credits/week'. No line begins or ends with a dot. */
export function Facts({ children, as: Element = 'p', className }: FactsProps) {
  const facts = Children.toArray(children).filter(Boolean)
  return (
    facts.length > 0 && (
      <Element className={classNames('facts', className)}>
        {Children.map(facts, (fact, index) => (
          <span>
            {index > 0 && <span> · </span>}
            <span>{fact}</span>
          </span>
        ))}
      </Element>
    )
  )
}
