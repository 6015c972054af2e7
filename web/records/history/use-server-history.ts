import { useCallback, useEffect, useState } from 'react'
import type { ChangedValue } from '#schema/kernel/field-types.ts'
import type { EntityName } from '#schema/registry.ts'
import { useRetryWhenOnline } from '#web/records/data/use-retry-when-online.ts'
import type { Online, OnlineProblem, OnlineState } from '#web/store/base/online.ts'
import { useStore } from '#web/ui/store-context.ts'

export interface ServerChange {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly changes: readonly ChangedValue[]
}

interface ServerHistory {
  readonly state: OnlineState
  readonly changes: readonly ServerChange[]
  readonly reload: () => void
}

export function useServerHistory(entity: EntityName, id: string): ServerHistory {
  const { online } = useStore()
  const [changes, setChanges] = useState<readonly ServerChange[]>([])
  const [state, setState] = useState<OnlineState>({ kind: 'reading' })
  const reload = useCallback(() => {
    readAll(online, `/api/record-history?entity=${entity}&recordId=${id}&limit=1000`).then(
      (all) => {
        setChanges(all)
        setState({ kind: 'here' })
      },
      (problem: unknown) => setState({ kind: 'failed', problem: problem as OnlineProblem }),
    )
  }, [online, entity, id])
  useEffect(reload, [reload])
  useRetryWhenOnline(state.kind, reload)
  return { state, changes, reload }
}

async function readAll(online: Online, first: string): Promise<readonly ServerChange[]> {
  const all: ServerChange[] = []
  for (let path: string | null = first; path !== null;) {
    const { body, next } = await online.page(path)
    all.push(...(body as readonly ServerChange[]))
    path = next
  }
  return all
}
