// What entries of the audit trail are called. Nothing is shown by the name that programs have for it, unless only a
// newer version knows it.
import i18next from 'i18next'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { titleOf } from '#web/records/names/record-title.ts'
import { sealedFields } from '#schema/kernel/sealed.ts'
import { fieldLabel, hasWords, manyWord, verbText } from '#web/records/names/entity-texts.ts'
import type { AuditEntry } from './entry.ts'

/** Acts that are not among the verbs of records. */
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
] as const

/** Those of them whose sentence depends on how they ended. */
export const signInActs = ['signIn', 'secondFactor', 'signOut'] as const

/** The verbs that every kind of record has, and a general word. */
export const generalVerbs = ['create', 'read', 'update', 'delete', 'restore', 'purge', 'other'] as const
/** Nouns of the trail that have no texts of their own. */
export const otherKinds = ['activities', 'analyticsData', 'auditLogs', 'pushSubscriptions', 'other'] as const
export const namedJobs = [
  'auditActs',
  'commissionRun',
  'exportAuditHeads',
  'forgetHeldChanges',
  'forgetSessions',
  'forgetVerdicts',
  'mail',
  'monthlyMetrics',
  'purge',
  'ratioRenewal',
  'removeFiles',
  'sendPush',
  'shareRenewal',
  'other',
] as const

/** The name among those that have words, else `other`. */
const known = <Name extends string>(names: readonly Name[], name: string): Name | 'other' =>
  names.find((each) => each === name) ?? 'other'

export const kindLabel = (entity: string): string =>
  hasWords(entity as EntityName) ? manyWord(entity) : i18next.t(`audit:kinds.${known(otherKinds, entity)}`)

export const jobLabel = (job: string | null): string => i18next.t(`audit:jobs.${known(namedJobs, job ?? '')}`)

/** What was done; `kind` says to what kind of records, where `told` does not. */
interface EntryLabels {
  readonly action: string
  readonly kind: string | null
}

const verbOf = (action: string): string => action.slice(action.indexOf('.') + 1)

function actionLabels({ action, entity }: Pick<AuditEntry, 'action' | 'entity'>): EntryLabels {
  const own = otherActions.find((each) => each === action)
  if (own) return { action: i18next.t(`audit:acts.${own}`), kind: null }
  const verb = verbOf(action)
  const label = verbText(entity, verb)
  if (label !== null) return { action: label, kind: null }
  return { action: i18next.t(`audit:verbs.${known(generalVerbs, verb)}`), kind: kindLabel(entity) }
}

/** What an entry tells of, as a sentence of its own. */
export function entryLabels(entry: Pick<AuditEntry, 'action' | 'entity' | 'outcome'>): EntryLabels {
  const signIn = signInActs.find((act) => `sessions.${act}` === entry.action)
  if (signIn) return { action: i18next.t(`audit:signIns.${`${signIn}.${entry.outcome}` as const}`), kind: null }
  return actionLabels(entry)
}

/** An act as a choice among others, in one line. */
export function actionLabel(act: Pick<AuditEntry, 'action' | 'entity'>): string {
  const { action: label, kind } = actionLabels(act)
  return kind === null ? label : i18next.t('common:labelled', { label, value: kind })
}

/** Who acted, where no name is known. */
export const unnamedActor = ({ kind }: AuditEntry['actor']): string =>
  i18next.t(kind === 'person' ? 'audit:somebody' : `audit:actors.${kind}`)

/** What was acted on, as far as its name is known; who acted on themselves is not named twice. */
export function nameIn({ action, actor, entity, recordId, before, after }: AuditEntry, read: ReadAny): string | null {
  if (action === 'jobs.run') return jobLabel(actor.job)
  const isActor = entity === 'users' && recordId === actor.userId
  if (recordId === null || isActor || !entityNamed(entity)) return null
  return titleOf(entity, read(entity, recordId) ?? { ...before, ...after }, read) || null
}

/** What an import says of its rows. */
const importCounts = ['rows', 'created', 'updated', 'unchanged', 'refused'] as const

/** A field in the words of its screen; a sealed one in those of what shows its end. */
export function entryFieldLabel(entity: string, field: string): string {
  const of = entityNamed(entity)
  const sealed = of && sealedFields(of).find((each) => each.field === field || each.inputName === field)
  if (entity === 'tenants') return firmField(field)
  const count = importCounts.find((each) => each === field)
  if (count && !of?.fields[field]) return i18next.t(`imports:counts.${count}`)
  return fieldLabel(entity, sealed?.shownBy ?? field)
}

const firmField = (field: string): string =>
  i18next.exists(`tenant:fields.${field}`) ? (i18next.t as (key: string) => string)(`tenant:fields.${field}`) : field
