import { useCallback, useEffect, useState } from 'react'
import type { OnlineProblem, OnlineState } from '#web/store/base/online.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useRetryWhenOnline } from './use-retry-when-online.ts'

export interface OnlineResult<T> {
  readonly state: OnlineState
  readonly data: T | undefined
  readonly setData: (data: T) => void
  readonly reload: () => void
}

export function useOnlineResult<T>(path: string): OnlineResult<T> {
  const { online } = useStore()
  const [data, setData] = useState<T>()
  const [state, setState] = useState<OnlineState>({ kind: 'reading' })
  const reload = useCallback(() => {
    online.request('GET', path).then(
      (body) => {
        setData(body as T)
        setState({ kind: 'here' })
      },
      (problem: unknown) => setState({ kind: 'failed', problem: problem as OnlineProblem }),
    )
  }, [online, path])
  useEffect(reload, [reload])
  useRetryWhenOnline(state.kind, reload)
  return { state, data, setData, reload }
}
