import i18next from 'i18next'
import type { WordsForValue } from '#schema/import/cell-words.ts'
import type { Importable } from '#schema/import/import-map.ts'
import { choiceLabel, flagLabel } from '#web/records/names/entity-texts.ts'

const answers: Readonly<Record<string, () => readonly string[]>> = {
  true: () => [i18next.t('common:yes')],
  false: () => [i18next.t('common:no')],
}

export const wordsHere =
  (entity: Importable): WordsForValue =>
  (field, value) => {
    const answer = answers[value]
    return answer ? [flagLabel(entity, field, value === 'true'), ...answer()] : [choiceLabel(entity, field, value)]
  }
