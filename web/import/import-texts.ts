import i18next from 'i18next'
import type { WordsForValue } from '#schema/import/cell-words.ts'
import type { Importable } from '#schema/import/import-map.ts'
import { choiceLabel, flagLabel } from '#web/records/names/entity-texts.ts'

const flagWords: Readonly<Record<string, () => readonly string[]>> = {
  true: () => [i18next.t('common:yes')],
  false: () => [i18next.t('common:no')],
}

export const wordsHere =
  (entity: Importable): WordsForValue =>
  (field, value) => {
    const words = flagWords[value]
    return words ? [flagLabel(entity, field, value === 'true'), ...words()] : [choiceLabel(entity, field, value)]
  }
