import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Entity } from '#schema/kernel/entity.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { useStore } from '#web/ui/store-context.ts'
import { relatedNamesOf, createRecordFinder, type FoundRecord, type FoundRecords } from './record-finder.ts'
import { mayOpen } from '#web/app/routes/record-pages.ts'
import { useRecentRecords } from './recent-records.ts'
import { pathOfRoute } from '#web/app/routes/find-route.ts'
import { appRoutes } from '#web/app/routes/route-table.ts'

const searchableEntities = (role: Role): readonly EntityName[] =>
  appRoutes.flatMap((route) =>
    'entity' in route &&
    mayOpen(pathOfRoute(route), route.entity, role) &&
    (registry[route.entity] as Entity).replicate !== 'never'
      ? [route.entity]
      : [],
  )

export function useFoundRecords(query: string): FoundRecords {
  const store = useStore()
  const [finder] = useState(() => createRecordFinder(store, searchableEntities(store.identity.role)))
  useEffect(() => finder.close, [finder])
  useEffect(() => finder.search(query), [finder, query])
  return useSyncExternalStore(finder.subscribe, finder.found)
}

export function useRecentTitles(): readonly FoundRecord[] {
  const store = useStore()
  const recent = useRecentRecords((records) => records.recent)
  return useMemo(
    () =>
      recent.flatMap(({ entity, id }) => {
        const row = store.table(entity).get(id)
        if (!row) return []
        const title = recordTitle(entity, row, titleReaderOf(store))
        return [{ entity, id, title, relatedNames: relatedNamesOf(store, entity, row).join(' · ') }]
      }),
    [store, recent],
  )
}
