import i18next from 'i18next'
import type { Issue, Issues } from '#schema/issues.ts'

/** What is wrong with a value, in the person's language. */
const issueSentence = ({ key, params }: Issue, format: string): string =>
  i18next.t(`issues:${key}`, { format, ...params })

/** The sentences by field; `format` is how this person writes dates. */
export const issueSentences = (issues: Issues, format: string): Record<string, string> =>
  Object.fromEntries(Object.entries(issues).map(([field, issue]) => [field, issueSentence(issue, format)]))
