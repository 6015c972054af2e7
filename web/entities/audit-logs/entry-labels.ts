// Internal names appear only for actions of a newer version.
import i18next from 'i18next'
import type { Code } from '#schema/kernel/codes.ts'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { titleOf } from '#web/records/names/record-title.ts'
import { sealedFields } from '#schema/kernel/sealed.ts'
import { fieldLabel, hasTexts, pluralName, verbText } from '#web/records/names/entity-texts.ts'
import type { AuditEntry } from './entry.ts'

export const otherActions = [
  'sessions.signIn',
  'sessions.ownPassword',
  'sessions.secondFactor',
  'sessions.signOut',
  'jobs.run',
  'events.others',
  'notes.forged',
  'heldChanges.handIn',
  'heldChanges.drop',
  'tenants.update',
  'tenants.suspend',
  'tenants.resume',
  'tenants.planDeletion',
  'tenants.cancelDeletion',
  'tenants.import',
] as const

/** Their sentence depends on the outcome. */
export const signInActs = ['signIn', 'secondFactor', 'signOut'] as const

export const generalVerbs = ['create', 'read', 'update', 'delete', 'restore', 'purge', 'erase', 'other'] as const
/** Audited entities without texts of their own. */
export const otherKinds = ['activities', 'analyticsData', 'auditLogs', 'pushSubscriptions', 'other'] as const

const known = <Name extends string>(names: readonly Name[], name: string): Name | 'other' =>
  names.find((each) => each === name) ?? 'other'

export const kindLabel = (entity: string): string =>
  hasTexts(entity as EntityName) ? pluralName(entity) : i18next.t(`audit:kinds.${known(otherKinds, entity)}`)

/** Old entries name jobs that no longer exist, so the texts are the list of known names. */
export const jobLabel = (job: string | null): string =>
  i18next.exists(`audit:jobs.${job}`) ? keyText(`audit:jobs.${job}`) : i18next.t('audit:jobs.other')

const keyText = i18next.t as (key: string) => string

/** `kind`: the kind of record, if `sentence` does not include it. */
interface EntryLabels {
  readonly sentence: string
  readonly kind: string | null
}

const verbOf = (action: string): string => action.slice(action.indexOf('.') + 1)

function actionLabels({ action, entity }: Pick<AuditEntry, 'action' | 'entity'>): EntryLabels {
  const own = otherActions.find((each) => each === action)
  if (own) return { sentence: i18next.t(`audit:acts.${own}`), kind: null }
  const verb = verbOf(action)
  const label = verbText(entity, verb)
  if (label !== null) return { sentence: label, kind: null }
  return { sentence: i18next.t(`audit:verbs.${known(generalVerbs, verb)}`), kind: kindLabel(entity) }
}

export function entryLabels(entry: Pick<AuditEntry, 'action' | 'entity' | 'outcome'>): EntryLabels {
  const signIn = signInActs.find((act) => `sessions.${act}` === entry.action)
  if (signIn) return { sentence: i18next.t(`audit:signIns.${`${signIn}.${entry.outcome}` as const}`), kind: null }
  return actionLabels(entry)
}

/** Without “you”: the reader is not the user who was refused. */
export const refusalLabel = (code: Code): string =>
  i18next.t(code === 'FORBIDDEN' ? 'audit:noPermission' : `sync:code.${code}`)

export function actionLabel(act: Pick<AuditEntry, 'action' | 'entity'>): string {
  const { sentence: label, kind } = actionLabels(act)
  return kind === null ? label : i18next.t('common:labelled', { label, value: kind })
}

export const unnamedActor = ({ kind }: AuditEntry['actor']): string =>
  i18next.t(kind === 'person' ? 'audit:somebody' : `audit:actors.${kind}`)

/** The record's name if known; null if people acted on themselves. */
export function nameIn({ action, actor, entity, recordId, before, after }: AuditEntry, read: ReadAny): string | null {
  if (action === 'jobs.run') return jobLabel(actor.job)
  const isActor = entity === 'users' && recordId === actor.userId
  if (recordId === null || isActor || !entityNamed(entity)) return null
  return titleOf(entity, read(entity, recordId) ?? { ...before, ...after }, read) || null
}

/** Secrets whose audited names are not field names. */
export const userSecrets = ['totp', 'recoveryCodes'] as const

const importCounts = ['rows', 'created', 'updated', 'unchanged', 'refused'] as const

/** As on the record's screen; a sealed field has the label of its visible ending. */
export function entryFieldLabel(entity: string, field: string): string {
  const definition = entityNamed(entity)
  const sealed = definition && sealedFields(definition).find((each) => each.field === field || each.inputName === field)
  if (entity === 'tenants') return firmField(field)
  const secret = entity === 'users' && userSecrets.find((each) => each === field)
  if (secret) return i18next.t(`users:fields.${secret}`)
  const count = importCounts.find((each) => each === field)
  if (count && !definition?.fields[field]) return i18next.t(`imports:counts.${count}`)
  return fieldLabel(entity, sealed?.shownBy ?? field)
}

const firmField = (field: string): string =>
  i18next.exists(`tenant:fields.${field}`) ? keyText(`tenant:fields.${field}`) : field
