import i18next from 'i18next'
import { manyWord } from '#web/records/names/entity-texts.ts'
import type { AppRoute } from './route-table.ts'

/** What a screen is called wherever people choose it. Looked up outside of React: the caller redraws with the language. */
export const routeLabel = (route: AppRoute): string =>
  'entity' in route ? manyWord(route.entity) : i18next.t(`shell:route.${route.label}`)
