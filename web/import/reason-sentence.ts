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

/** With the name of the column or field. */
export function reasonSentence(entity: Importable, map: ImportMap, reason: Reason): string {
  const { at } = reason
  const value = reasonInCell(entity, map, reason)
  if (at === null) return value
  const isField = !Object.hasOwn(map.columns, at) && Object.hasOwn((registry[entity] as Entity).fields, at)
  return i18next.t('common:labelled', { label: isField ? fieldLabel(entity, at) : at, value })
}

export function reasonInCell(entity: Importable, { columns }: ImportMap, reason: Reason): string {
  const at = reason.at ?? ''
  const [field = at] = Object.hasOwn(columns, at) ? fieldsOfColumn(columns[at]!) : []
  return sentenceOf(entity, field, reason)
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
