import i18next from 'i18next'
import type { Issue, Issues } from '#schema/issues.ts'

/** What is wrong with a value, in the person's language. */
export const issueSentence = ({ key, params }: Issue): string => i18next.t(`issues:${key}`, { ...params })

export const issueSentences = (issues: Issues): Record<string, string> =>
  Object.fromEntries(Object.entries(issues).map(([field, issue]) => [field, issueSentence(issue)]))
