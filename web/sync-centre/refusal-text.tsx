// Why a change was not accepted, in the person's language.
import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { Operation, Verdict } from '#schema/protocol.ts'
import type { Refused, Store } from '#web/store/contract.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { changeTitle } from './change-title.tsx'
import type { Words } from './change-words.ts'

/** The sentence of the verdict's code, with the fields that are wrong. */
export function reasonOf({ code, verdict, message, errors }: Verdict): string {
  const sentence = code
    ? i18next.t(`sync:code.${code}`)
    : verdict === 'conflict'
      ? i18next.t('sync:code.CONFLICT')
      : (message ?? '')
  return [sentence, ...Object.values(errors ?? {})].filter(Boolean).join(' ')
}

const defaults = {
  projects: { create: 'projects:createFailed', update: 'projects:updateFailed', delete: 'projects:deleteFailed' },
  investors: { create: 'investors:createFailed', update: 'investors:updateFailed', delete: 'investors:deleteFailed' },
  investments: {
    create: 'investments:createFailed',
    update: 'investments:updateFailed',
    delete: 'investments:deleteFailed',
  },
} as const

function defaultText(op: Operation | undefined): string {
  const keys = Object.entries(defaults).find(([entity]) => entity === op?.entity)?.[1]
  return keys && op ? i18next.t(keys[op.op === 'restore' ? 'update' : op.op]) : i18next.t('common:errorOccurred')
}

/** What the toast says when something done a moment ago comes back conflicting or refused: what it was, and why. */
export function refusalText(store: Store, { ops, names, verdict }: Refused): ReactNode {
  const [op] = ops
  const why = reasonOf(verdict) || defaultText(op)
  if (!op) return why
  const t: Words = i18next.getFixedT<['sync', 'fields', 'common']>(null, ['sync', 'fields', 'common'])
  return <Sentence say={(what) => t('refused', { what, why })} parts={[changeTitle(store, t, op, names)]} />
}
