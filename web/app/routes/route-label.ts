import i18next from 'i18next'
import { pluralName } from '#web/records/names/entity-texts.ts'
import type { AppRoute } from './route-table.ts'

/** Not reactive: the caller rerenders when the language changes. */
export const routeLabel = (route: AppRoute): string =>
  'entity' in route ? pluralName(route.entity) : i18next.t(`shell:route.${route.label}`)
