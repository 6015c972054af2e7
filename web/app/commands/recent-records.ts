import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { EntityName } from '#schema/registry.ts'
import { routeAt } from '#web/app/routes/find-route.ts'

export interface RecordKey {
  readonly entity: EntityName
  readonly id: string
}

const maxRecent = 6

export const useRecentRecords = create<{ readonly recent: readonly RecordKey[] }>(() => ({ recent: [] }))

export const forgetRecent = (): void => useRecentRecords.setState({ recent: [] })

const isSame = (one: RecordKey, other: RecordKey): boolean => one.entity === other.entity && one.id === other.id

export function useTrackRecentRecords(): void {
  const opened = useLocation({
    select: ({ pathname, search }) => {
      const { record } = search as { readonly record?: unknown }
      return typeof record === 'string' ? `${pathname} ${record}` : null
    },
  })
  useEffect(() => {
    const [pathname = '', id = ''] = opened?.split(' ') ?? []
    const route = routeAt(pathname)
    if (!id || !route || !('entity' in route)) return
    const now: RecordKey = { entity: route.entity, id }
    useRecentRecords.setState(({ recent }) => ({
      recent: [now, ...recent.filter((each) => !isSame(each, now))].slice(0, maxRecent),
    }))
  }, [opened])
}
