// Joins values with the separator of the language: "a, b", in Arabic "a، b".
import { Fragment, type ReactNode } from 'react'
import { perLocale } from './per-locale.ts'

const formatOf = perLocale((locale) => {
  const units = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const hasSeparator = units.format(['0', '0']) !== '0 0'
  // Turkish separates units only with a space, so two values would merge.
  return hasSeparator ? units : new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
})

export const listed = (values: readonly string[]): string => formatOf().format(values)

interface ListedProps {
  readonly parts: readonly ReactNode[]
}

/** For parts with a text direction of their own. */
export function Listed({ parts }: ListedProps) {
  const placeholders = parts.map((_, index) => String(index))
  return formatOf()
    .formatToParts(placeholders)
    .map(({ type, value }, at) => (
      // Parts never change their order.
      <Fragment key={`${at} ${type}`}>{type === 'element' ? parts[Number(value)] : value}</Fragment>
    ))
}
