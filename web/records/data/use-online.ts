import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import type { OnlineState } from '#web/store/base/online.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

const noEntities: readonly EntityName[] = []

const isReadOnline = (entity: EntityName): boolean => (registry[entity] as Entity).replicate === 'never'

export function useReads(names = noEntities): void {
  const { online } = useStore()
  useEffect(() => {
    for (const name of names) void online.read(name)
  }, [online, names])
}

/** Reads again when the window becomes visible and when the connection is back. Null for replicated records. */
export function useOnline(entity: EntityName): OnlineState | null {
  const { online } = useStore()
  const isConnected = useSyncStatus().connection === 'online'
  const isOnline = isReadOnline(entity)

  useEffect(() => {
    if (!isOnline) return
    const read = () => void online.read(entity)
    const readIfVisible = () => document.visibilityState === 'visible' && read()
    read()
    document.addEventListener('visibilitychange', readIfVisible)
    return () => document.removeEventListener('visibilitychange', readIfVisible)
  }, [online, entity, isOnline])

  useEffect(() => {
    if (isOnline && isConnected && online.stateOf(entity).kind === 'failed') void online.read(entity)
  }, [online, entity, isOnline, isConnected])

  return useOnlineState(entity)
}

function useOnlineState(entity: EntityName): OnlineState | null {
  const { online } = useStore()
  return useSyncExternalStore(
    useCallback((listener: () => void) => online.subscribe(listener), [online]),
    () => (isReadOnline(entity) ? online.stateOf(entity) : null),
  )
}

export function useHasAllRows(entity: EntityName): boolean {
  const { hasAllRows } = useSyncStatus()
  const online = useOnlineState(entity)
  return online ? online.kind === 'here' : hasAllRows
}
