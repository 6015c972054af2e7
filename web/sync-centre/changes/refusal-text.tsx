import i18next from 'i18next'
import type { ReactNode } from 'react'
import { httpStatusOf } from '#schema/kernel/codes.ts'
import type { Operation, Verdict } from '#schema/sync/protocol.ts'
import type { EntityName } from '#schema/registry.ts'
import { verdictSentences } from '#web/i18n/issue-sentences.ts'
import { textOf } from '#web/records/names/entity-texts.ts'
import type { RefusedChange, Store } from '#web/store/base/contract.ts'
import { preferencesOf } from '#schema/entities/user-preferences/entity.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { datesOf } from '#web/ui/format/dates/use-dates.ts'
import { changeTitle } from './change-title.tsx'
import type { DateFormat } from '#schema/kernel/enumerations.ts'

export function reasonOf(verdict: Verdict, format: DateFormat): string {
  return [sentenceOf(verdict), ...verdictSentences(verdict, format)].filter(Boolean).join(' ')
}

function sentenceOf({ code, verdict, message, conflicts }: Verdict): string {
  if (code && code !== 'CONFLICT') return i18next.t(`sync:code.${code}`)
  if (!code && verdict !== 'conflict') return message ?? ''
  const who = conflicts?.[0]?.by
  return who ? i18next.t('sync:conflictBy', { who }) : i18next.t('sync:code.CONFLICT')
}

const defaultText = (op: Operation | undefined): string =>
  (op && textOf(op.entity as EntityName, failed[op.op])) ?? i18next.t('common:errorOccurred')

const failed = {
  create: 'createFailed',
  update: 'updateFailed',
  restore: 'updateFailed',
  act: 'updateFailed',
  delete: 'deleteFailed',
} as const

function statusText(op: Operation, { verdict, code }: Verdict): string | null {
  if (verdict !== 'rejected' || !code || op.op !== 'update') return null
  const entity = op.entity as EntityName
  const params = { status: httpStatusOf[code] }
  const [field = '', ...others] = Object.keys(op.fields)
  const ofSwitch = others.length === 0 ? textOf(entity, `switchRefused.${field}`, params) : null
  return ofSwitch ?? textOf(entity, 'updateRefused', params)
}

export function refusalText(store: Store, { ops, names, verdict }: RefusedChange): ReactNode {
  const [op] = ops
  const { format } = datesOf(preferencesOf(store.table('userPreferences').all(), store.identity.id))
  const why = reasonOf(verdict, format) || defaultText(op)
  if (!op) return why
  const status = statusText(op, verdict)
  const refused = (
    <Sentence format={(what) => i18next.t('sync:refused', { what, why })} parts={[changeTitle(store, op, names)]} />
  )
  if (!status) return refused
  return (
    <>
      <span>{status}</span>
      <br />
      {refused}
    </>
  )
}
