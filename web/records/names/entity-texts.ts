// What records are called in the person's language: each entity has a file of texts with its name.
import i18next from 'i18next'
import { actions } from '#schema/entities/activities/entity.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { statusFieldOf } from '#schema/kernel/entity.ts'
import { entityNamed, type EntityName } from '#schema/registry.ts'
import type { Texts } from '#schema/locales/en/texts.ts'
import { languageName } from '#web/ui/format/language-name.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'

/** The entities that have these texts. */
type With<Key extends string> = {
  [Name in EntityName & keyof Texts]: Texts[Name] extends Readonly<Record<Key, string>> ? Name : never
}[EntityName & keyof Texts]

export type ListedEntity = With<'many' | 'subtitle' | 'search' | 'empty' | 'noMatch'>
export type CreatableEntity = With<'create' | 'createTitle' | 'createSubmit' | 'creating' | 'created' | 'createFailed'>
export type EditableEntity = With<'editTitle' | 'updated' | 'updateFailed'>
/** Its records have details of their own. */
export type DetailedEntity = With<'detailsTitle'>
export type DeletableEntity = With<'deleteTitle' | 'deleteWarning' | 'deleted' | 'deleteFailed'>

type Params = Readonly<Record<string, string | number>>

/** A text from the entity's file; the first of `keys` that exists. */
const say = (keys: readonly string[], params: Params = {}): string =>
  (i18next.t as (keys: readonly string[], params: Params) => string)(keys, params)

/** A text that only some entities have; null without it. */
export const textOf = (entity: EntityName, key: string, params?: Params): string | null =>
  i18next.exists(`${entity}:${key}`) ? say([`${entity}:${key}`], params) : null

/** A text of a screen over the entity; the types above guarantee that it exists. */
export const screenText = (entity: EntityName, key: string, params?: Params): string =>
  say([`${entity}:${key}`], params)

/** Falls back to general words for entities that only a newer version knows. */
const ofRecord = (entity: string, key: string, params?: Params): string =>
  say([`${entity}:${key}`, `common:record.${key}`], params)

/** Whether an entity has words of its own. */
export const hasWords = (entity: EntityName): boolean => textOf(entity, 'many') !== null
/** Whether its records have details of their own. */
export const hasDetails = (entity: EntityName): boolean => textOf(entity, 'detailsTitle') !== null
export const manyWord = (entity: string): string => ofRecord(entity, 'many')
export const countedWords = (entity: string, n: number): string => ofRecord(entity, 'count', { count: n, n: count(n) })
/** Stands for a record whose name is not known here. */
export const unknownWords = (entity: string): string => ofRecord(entity, 'unknown')
export const untitledWords = (entity: string): string => ofRecord(entity, 'untitled')
/** What was done to a record; a verb that only a newer version knows has changed it. */
export function activityText(entity: string, action: string): string {
  const key = `told.${action}`
  const isKnown = actions.includes(action as (typeof actions)[number]) || textOf(entity as EntityName, key) !== null
  return ofRecord(entity, isKnown ? key : 'told.update')
}

/** What was done to a record; null for an act that has no words. */
export const verbText = (entity: string, verb: string): string | null => textOf(entity as EntityName, `told.${verb}`)

export const fieldLabel = (entity: string, field: string): string =>
  say([`${entity}:fields.${field}`], { defaultValue: field })

/**
 * The label of a choice, or of a text that often is one of a few. Any other value is somebody's words: it is shown as
 * it is and never looked up, because i18next gives some characters in a key a meaning of its own.
 */
export function choiceLabel(entity: string, field: string, value: string): string {
  const storage = entityNamed(entity)?.fields[field]?.storage
  if (storage?.kind === 'choice' && storage.holds === 'language') return languageName(value)
  const key = `${entity}:choices.${field}.${value}`
  return /^[A-Z0-9_]+$/.test(value) && i18next.exists(key) ? say([key]) : value
}

/** A flag in its own words, else yes and no. */
export const flagLabel = (entity: string, field: string, value: boolean): string =>
  say([`${entity}:choices.${field}.${String(value)}`, value ? 'common:yes' : 'common:no'])

/** FUNDED and ACTIVE are one class and look the same. */
export const statusLabel = (entity: string, status: string | null): string =>
  choiceLabel(entity, statusFieldOf(entityNamed(entity)!) ?? '', statusClass(status))
