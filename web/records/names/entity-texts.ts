import i18next from 'i18next'
import { actions } from '#schema/entities/activities/entity.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { statusFieldOf } from '#schema/kernel/entity.ts'
import { entityNamed, type EntityName } from '#schema/registry.ts'
import type { Texts } from '#schema/locales/en/texts.ts'
import { languageName } from '#web/ui/format/language-name.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'

type EntityWithTexts<Key extends string> = {
  [Name in EntityName & keyof Texts]: Texts[Name] extends Readonly<Record<Key, string>> ? Name : never
}[EntityName & keyof Texts]

export type ListedEntity = EntityWithTexts<'many' | 'subtitle' | 'search' | 'empty' | 'noMatch'>
export type CreatableEntity = EntityWithTexts<
  'create' | 'createTitle' | 'createSubmit' | 'creating' | 'created' | 'createFailed'
>
export type EditableEntity = EntityWithTexts<'editTitle' | 'updated' | 'updateFailed'>
export type DetailedEntity = EntityWithTexts<'detailsTitle'>
export type NamedEntity = EntityWithTexts<'similarName'>
export type DeletableEntity = EntityWithTexts<'deleteTitle' | 'deleteWarning' | 'deleted' | 'deleteFailed'>

type Params = Readonly<Record<string, string | number>>

const translate = (keys: readonly string[], params: Params = {}): string =>
  (i18next.t as (keys: readonly string[], params: Params) => string)(keys, params)

export const textOf = (entity: EntityName, key: string, params?: Params): string | null =>
  i18next.exists(`${entity}:${key}`) ? translate([`${entity}:${key}`], params) : null

/** The types above guarantee that the text exists. */
export const screenText = (entity: EntityName, key: string, params?: Params): string =>
  translate([`${entity}:${key}`], params)

/** Falls back to general texts for entities of newer builds. */
const recordText = (entity: string, key: string, params?: Params): string =>
  translate([`${entity}:${key}`, `common:record.${key}`], params)

export const hasTexts = (entity: EntityName): boolean => textOf(entity, 'many') !== null
export const hasDetails = (entity: EntityName): boolean => textOf(entity, 'detailsTitle') !== null
export const pluralName = (entity: string): string => recordText(entity, 'many')
export const countText = (entity: string, n: number): string => recordText(entity, 'count', { count: n, n: count(n) })
export const unknownText = (entity: string): string => recordText(entity, 'unknown')
export const untitledText = (entity: string): string => recordText(entity, 'untitled')
/** Unknown verbs of newer builds read as an update. */
export function activityText(entity: string, action: string): string {
  const key = `activity.${action}`
  const isKnown = actions.includes(action as (typeof actions)[number]) || textOf(entity as EntityName, key) !== null
  return recordText(entity, isKnown ? key : 'activity.update')
}

export const verbText = (entity: string, verb: string): string | null =>
  textOf(entity as EntityName, `activity.${verb}`)

export const fieldLabel = (entity: string, field: string): string =>
  translate([`${entity}:fields.${field}`], { defaultValue: field })

/**
 * Values other than choices and usual texts are never looked up, because i18next interprets some characters in keys.
 */
export function choiceLabel(entity: string, field: string, value: string): string {
  const storage = entityNamed(entity)?.fields[field]?.storage
  if (storage?.kind === 'choice' && storage.holds === 'language') return languageName(value)
  const key = `${entity}:choices.${field}.${value}`
  return /^[A-Z0-9_]+$/.test(value) && i18next.exists(key) ? translate([key]) : value
}

export const flagLabel = (entity: string, field: string, value: boolean): string =>
  translate([`${entity}:choices.${field}.${String(value)}`, value ? 'common:yes' : 'common:no'])

export const statusLabel = (entity: string, status: string | null): string =>
  choiceLabel(entity, statusFieldOf(entityNamed(entity)!) ?? '', statusClass(status))
