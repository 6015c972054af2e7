import i18next from 'i18next'
import { type Issue, type Issues, isIssueKey } from '#schema/kernel/issues.ts'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import type { Verdict } from '#schema/sync/protocol.ts'
import { dateLetters } from './date-letters.ts'
import { dateFormatOf, locale } from './locale.ts'

/** `format` is that of date fields. */
export const issueSentence = ({ key, params }: Issue, format?: DateFormat): string =>
  i18next.t(`issues:${key}`, { format: dateLetters(format ?? dateFormatOf(locale())), ...params })

export const issueSentences = (issues: Issues, format: DateFormat): Record<string, string> =>
  Object.fromEntries(Object.entries(issues).map(([field, issue]) => [field, issueSentence(issue, format)]))

/** Falls back to the server's text for issues this version does not know. */
export const verdictSentences = ({ errors = {}, issues = {} }: Verdict, format: DateFormat): string[] =>
  Object.entries(errors).map(([field, sentence]) => {
    const { key = '', params = {} } = issues[field] ?? {}
    return isIssueKey(key) ? issueSentence({ key, params }, format) : sentence
  })
