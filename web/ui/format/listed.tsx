// Several words or values after one another, separated as the language does it: "a, b", in Arabic "a، b".
import { Fragment, type ReactNode } from 'react'
import { perLocale } from './per-locale.ts'

const formatOf = perLocale((locale) => {
  const units = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const isParted = units.format(['0', '0']) !== '0 0'
  // In Turkish units have only a space between them, and one value would run into the next.
  return isParted ? units : new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
})

export const listed = (words: readonly string[]): string => formatOf().format(words)

interface ListedProps {
  readonly parts: readonly ReactNode[]
}

/** The same for parts with a direction of their own. */
export function Listed({ parts }: ListedProps) {
  const places = parts.map((_, index) => String(index))
  return formatOf()
    .formatToParts(places)
    .map(({ type, value }, at) => (
      // The parts of a list never change their order.
      <Fragment key={`${at} ${type}`}>{type === 'element' ? parts[Number(value)] : value}</Fragment>
    ))
}
