import i18next from 'i18next'
import { codes } from '#schema/kernel/codes.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import { fieldsOfColumn, type Importable, type ImportMap } from '#schema/import/import-map.ts'
import { isReasonKey, type Reason, reasonText } from '#schema/import/reasons.ts'
import { isIssueKey } from '#schema/kernel/issues.ts'
import { registry } from '#schema/registry.ts'
import { issueSentence } from '#web/i18n/issue-sentences.ts'
import { choiceLabel, fieldLabel } from '#web/records/names/entity-texts.ts'
import { listed } from '#web/ui/format/listed.tsx'

export function reasonSentence(entity: Importable, { columns }: ImportMap, reason: Reason): string {
  const { at } = reason
  if (at === null) return sentenceOf(entity, '', reason)
  const to = Object.hasOwn(columns, at) ? columns[at]! : undefined
  const [field = at] = to === undefined ? [] : fieldsOfColumn(to)
  const isField = to === undefined && Object.hasOwn((registry[entity] as Entity).fields, at)
  const value = sentenceOf(entity, field, reason)
  return i18next.t('common:labelled', { label: isField ? fieldLabel(entity, at) : at, value })
}

function sentenceOf(entity: Importable, field: string, { key, params = {} }: Reason): string {
  if (key === 'choice') {
    const options = String(params['options']).split(', ')
    return issueSentence({ key, params: { options: listed(options.map((each) => choiceLabel(entity, field, each))) } })
  }
  if (isReasonKey(key)) return i18next.t(`imports:reasons.${key}`, params)
  if (isIssueKey(key)) return issueSentence({ key, params })
  const code = codes.find((each) => each === params['code'])
  return code ? i18next.t(`sync:code.${code}`) : reasonText({ at: null, key, params })
}
