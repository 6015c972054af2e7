// "a, b", in Arabic "a، b".
import { Fragment, type ReactNode } from 'react'
import { perLocale } from './per-locale.ts'

const partsOf = perLocale((locale) => {
  const units = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const between = units.formatToParts(['0', '0', '0'])[1]!.value
  // Arabic attaches the word "and" to every further value.
  if (/\p{L}$/u.test(between)) return withSeparator(between.replace(/\p{L}+$/u, ''))
  // Turkish separates units only with a space, so two values would merge.
  const format = between.trim() ? units : new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
  return (values: readonly string[]) => format.formatToParts(values)
})

const withSeparator = (separator: string) => (values: readonly string[]) =>
  values.flatMap((value, index) => [
    ...(index > 0 ? [{ type: 'literal', value: separator } as const] : []),
    { type: 'element', value } as const,
  ])

export const listed = (values: readonly string[]): string =>
  partsOf()(values)
    .map(({ value }) => value)
    .join('')

interface ListedProps {
  readonly parts: readonly ReactNode[]
}

/** For parts with a text direction of their own. */
export function Listed({ parts }: ListedProps) {
  const placeholders = parts.map((_, index) => String(index))
  return partsOf()(placeholders).map(({ type, value }, at) => (
    // Parts never change their order.
    <Fragment key={`${at} ${type}`}>{type === 'element' ? parts[Number(value)] : value}</Fragment>
  ))
}
