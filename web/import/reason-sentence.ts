import i18next from 'i18next'
import { type DateOrder, dateOrders } from '#schema/import/read-date.ts'
import { type Reason, reasonText } from '#schema/import/reasons.ts'
import { isIssueKey } from '#schema/issues.ts'
import { issueSentence } from '#web/i18n/issue-sentences.ts'

/** What the reader of a row says by itself; everything else only the server finds out. */
const own = (key: string): key is DateOrder | 'yesNo' => key === 'yesNo' || dateOrders.includes(key as DateOrder)

/** Why a row is refused, in the person's language, after the column that is wrong. */
export function reasonSentence({ at, key, params = {} }: Reason): string {
  const said = isIssueKey(key)
    ? issueSentence({ key, params })
    : own(key)
      ? i18next.t(`imports:reasons.${key}`)
      : reasonText({ at: null, key, params })
  return at === null ? `${said}.` : `${at}: ${said}.`
}
