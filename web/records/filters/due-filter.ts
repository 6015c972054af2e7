import i18next from 'i18next'
import { type DueState, dueStates } from '#schema/portfolio/upcoming.ts'
import type { StatePlan } from './facets.ts'

const words: Readonly<Record<DueState, () => string>> = {
  OVERDUE: () => i18next.t('common:due.overdue'),
  THIS_WEEK: () => i18next.t('common:due.thisWeek'),
  LATER: () => i18next.t('common:due.later'),
}

export const dueFilter = <R>(
  stateOf: (row: R, today: string) => DueState | null,
  label: () => string,
): StatePlan<R> => ({
  states: dueStates,
  stateOf: (row, today) => stateOf(row, today) ?? '',
  label,
  word: (state) => words[state as DueState](),
})
