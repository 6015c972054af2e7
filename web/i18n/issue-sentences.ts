import i18next from 'i18next'
import { type Issue, type Issues, isIssueKey } from '#schema/kernel/issues.ts'
import type { Verdict } from '#schema/sync/protocol.ts'

/** `format` is the person's date format. */
export const issueSentence = ({ key, params }: Issue, format = ''): string =>
  i18next.t(`issues:${key}`, { format, ...params })

export const issueSentences = (issues: Issues, format: string): Record<string, string> =>
  Object.fromEntries(Object.entries(issues).map(([field, issue]) => [field, issueSentence(issue, format)]))

/** Falls back to the server's text for issues this version does not know. */
export const verdictSentences = ({ errors = {}, issues = {} }: Verdict, format: string): string[] =>
  Object.entries(errors).map(([field, sentence]) => {
    const { key = '', params = {} } = issues[field] ?? {}
    return isIssueKey(key) ? issueSentence({ key, params }, format) : sentence
  })
