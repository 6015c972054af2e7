import i18next from 'i18next'
import { type Issue, type Issues, isIssueKey } from '#schema/kernel/issues.ts'
import type { Verdict } from '#schema/sync/protocol.ts'

/** What is wrong with a value, in the person's language; `format` is how they write dates. */
export const issueSentence = ({ key, params }: Issue, format = ''): string =>
  i18next.t(`issues:${key}`, { format, ...params })

/** The sentences by field. */
export const issueSentences = (issues: Issues, format: string): Record<string, string> =>
  Object.fromEntries(Object.entries(issues).map(([field, issue]) => [field, issueSentence(issue, format)]))

/** What a verdict says about fields; in the server's words where this version does not know what is wrong. */
export const verdictSentences = ({ errors = {}, issues = {} }: Verdict, format: string): string[] =>
  Object.entries(errors).map(([field, sentence]) => {
    const { key = '', params = {} } = issues[field] ?? {}
    return isIssueKey(key) ? issueSentence({ key, params }, format) : sentence
  })
