import i18next from 'i18next'
import { extensionsOf, maxFileBytes } from '#schema/kernel/files.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName } from '#schema/registry.ts'
import { fileTypesFor } from '#schema/rules.ts'
import { issueSentence } from '#web/i18n/issue-sentences.ts'
import { listed } from '#web/ui/format/listed.tsx'

/** With a dot. */
export const extensionsFor = (entity: EntityName, record: Values): readonly string[] =>
  fileTypesFor(entity, record).flatMap((each) => extensionsOf(each).map((ending) => `.${ending}`))

const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? ''

export function fileIssue({ name, size }: File, entity: EntityName, record: Values): string | undefined {
  const extensions = extensionsFor(entity, record)
  if (!extensions.includes(extensionOf(name)))
    return issueSentence({ key: 'fileType', params: { types: extensionList(extensions) } })
  if (size === 0) return i18next.t('files:empty')
  return size > maxFileBytes ? i18next.t('files:tooLarge') : undefined
}

export const extensionList = (endings: readonly string[]): string =>
  listed(endings.map((ending) => ending.slice(1).toUpperCase()))

export const nameOfFile = (file: string): string => file.replace(/\.[^.]*$/, '').trim()
