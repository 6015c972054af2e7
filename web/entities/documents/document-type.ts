import i18next from 'i18next'
import { documentTypes } from '#schema/kernel/enumerations.ts'
import type { Row } from '#schema/registry.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

const names = perLocale(() => new Map<string, string>(documentTypes.map((type) => [type, wordOf(type)])))
const wordOf = (type: (typeof documentTypes)[number]): string => i18next.t(`documents:choices.type.${type}`)

const documentTypeName = (type: string | null): string =>
  type === null ? i18next.t('common:notSpecified') : (names().get(type) ?? type)

export const documentText = perLocale(
  () =>
    ({ name, type }: Row<'documents'>): string =>
      `${name} ${type ?? ''} ${documentTypeName(type)}`,
)
