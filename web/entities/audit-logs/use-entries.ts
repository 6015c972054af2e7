import { useCallback, useEffect, useRef, useState } from 'react'
import { useRetryWhenOnline } from '#web/records/data/use-retry-when-online.ts'
import type { OnlineProblem, OnlineState } from '#web/store/base/online.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { AuditEntry } from './entry.ts'

interface Entries {
  readonly state: OnlineState
  readonly entries: readonly AuditEntry[]
  readonly more: (() => void) | undefined
  readonly again: () => void
}

export function useEntries(query: string): Entries {
  const { online } = useStore()
  const [state, setState] = useState<OnlineState>({ kind: 'reading' })
  const [entries, setEntries] = useState<readonly AuditEntry[]>([])
  const [next, setNext] = useState<string | null>(null)
  const latest = useRef('')
  const read = useCallback(
    (path: string, before: readonly AuditEntry[]) => {
      latest.current = path
      online.page(path).then(
        (page) => {
          // The filters may have changed during the request.
          if (latest.current !== path) return
          setEntries([...before, ...(page.body as readonly AuditEntry[])])
          setNext(page.next)
          setState({ kind: 'here' })
        },
        (problem: unknown) => {
          if (latest.current === path) setState({ kind: 'failed', problem: problem as OnlineProblem })
        },
      )
    },
    [online],
  )
  const again = useCallback(() => read(`/api/audit-logs?${query}`, []), [read, query])
  useEffect(again, [again])
  useRetryWhenOnline(state.kind, again)
  return { state, entries, more: next === null ? undefined : () => read(next, entries), again }
}
