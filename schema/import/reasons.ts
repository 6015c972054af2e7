// Why a row is refused: a key with parameters, in English for the command and translated on screens.
import { type IssueKey, issueTexts } from '#schema/kernel/issues.ts'
import type { DateOrder } from './read-date.ts'

const reasonTexts = {
  iso: 'Expected a valid date as year-month-day',
  'day-first': 'Expected a valid date as day/month/year',
  'month-first': 'Expected a valid date as month/day/year',
  notFound: 'There is no {one} with this {field}',
  ambiguous: 'Several {many} have this {field}',
  ambiguousKey: 'Several {many} have this key, so the row cannot be matched to one of them',
  decimal: 'Expected a number, for example {example}',
  yesNo: 'Expected yes or no',
  columns: 'Expected {expected} columns, found {found}',
  quotes: 'A quotation mark is misplaced in this line',
  /** Used with the verdict's code if the refusal concerns no field. */
  refused: '{said}',
} as const satisfies Record<DateOrder, string> & Record<string, string>

type ReasonKey = Exclude<keyof typeof reasonTexts, 'refused'>
export const isReasonKey = (key: string): key is ReasonKey => key !== 'refused' && Object.hasOwn(reasonTexts, key)
export const reasonKeys = Object.keys(reasonTexts).filter(isReasonKey)

export interface Reason {
  /** The field if it has no column; null for the whole row. */
  readonly at: string | null
  readonly key: keyof typeof reasonTexts | IssueKey
  readonly params?: Readonly<Record<string, string | number>>
}

export function reasonText({ at, key, params = {} }: Reason): string {
  const text = (
    key in reasonTexts ? reasonTexts[key as keyof typeof reasonTexts] : issueTexts[key as IssueKey]
  ) as string
  const sentence = text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
  return at === null ? sentence : `${at}: ${sentence}`
}
