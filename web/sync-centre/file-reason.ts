import i18next from 'i18next'
import { issueSentences } from '#web/i18n/issue-sentences.ts'
import type { FileProblem } from '#web/store/base/pending-upload.ts'
import type { DateFormat } from '#schema/kernel/enumerations.ts'

export function fileReason({ code, issues }: FileProblem, format: DateFormat): string {
  const sentences = Object.values(issueSentences(issues, format))
  if (sentences.length > 0) return sentences.join(' ')
  if (code === 'CONFLICT') return i18next.t('files:fromElsewhere')
  return i18next.t(`sync:code.${code ?? 'INTERNAL'}`)
}
