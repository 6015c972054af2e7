import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { currencies, dateFormats, languageCodes } from '#schema/kernel/enumerations.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import { entities } from '#schema/registry.ts'
import { verbNamesOf } from '#schema/verbs.ts'
import { timeZones } from '#schema/kernel/time-zones.ts'
import { suggestedSources } from '../check-texts/built-keys.ts'

const folder = fileURLToPath(new URL('../../schema/locales', import.meta.url))
type Texts = Readonly<Record<string, unknown>>

const textsOf = (language: string, entity: string): Texts =>
  JSON.parse(readFileSync(join(folder, language, `${entity}.json`), 'utf8')) as Texts
const textAt = (texts: Texts, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Texts | undefined)?.[key], texts)

/** Codes that are shown untranslated or have texts elsewhere. */
const codes: readonly (readonly string[])[] = [currencies, dateFormats, languageCodes, timeZones]
const written = entities.filter(
  ({ replicate, access }) =>
    replicate !== 'never' &&
    Object.values(access).some((verbs) =>
      [verbs.create, verbs.update, verbs.delete].some((rule) => rule !== 'nothing'),
    ),
)
const generalKeys = ['one', 'many', 'count_other', 'unknown', 'untitled']
const english = (entity: string, path: string): unknown => textAt(textsOf('en', entity), path)

/** A verb without a text of its own is called an update. */
function activitiesOf(entity: Entity): string[] {
  const named = verbNamesOf(entity).map((verb) => `activity.${verb}`)
  const required = ['create', 'update', 'delete', 'restore', ...Object.keys(entity.verbs)]
  return [
    ...required.map((verb) => `activity.${verb}`),
    ...named.filter((path) => english(entity.name, path) !== undefined),
  ]
}

describe.each(readdirSync(folder))('in %s', (language) => {
  it.each(written.map((entity) => [entity.name, entity] as const))('%s have texts', (name, entity) => {
    const texts = textsOf(language, name)
    const wanted = [...generalKeys, ...activitiesOf(entity)]
    for (const [field, { readers, storage }] of Object.entries(entity.fields)) {
      if (readers === 'nobody') continue
      wanted.push(`fields.${field}`)
      const options = 'options' in storage && !codes.includes(storage.options!) ? storage.options! : []
      for (const option of [...options, ...(suggestedSources[`${name}.${field}`] ?? [])])
        wanted.push(`choices.${field}.${option}`)
    }
    expect(wanted.filter((path) => typeof textAt(texts, path) !== 'string')).toEqual([])
    expect(Object.keys(texts['fields'] as Texts).filter((field) => !Object.hasOwn(entity.fields, field))).toEqual([])
  })
})
