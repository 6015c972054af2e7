import { useRef, useState } from 'react'
import i18next from 'i18next'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { problemText } from '#web/ui/problem-text.ts'

interface PendingAction {
  readonly isBusy: boolean
  /** One at a time; shows a failure in a toast. Resolves to whether it succeeded. */
  readonly run: (action: () => Promise<void>) => Promise<boolean>
}

export function useAction(): PendingAction {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const run = async (action: () => Promise<void>): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    try {
      await action()
      return true
    } catch (problem) {
      toast.error(problemText(problem) ?? i18next.t('common:errorOccurred'))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, run }
}
