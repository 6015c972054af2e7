import { useRef, useState } from 'react'
import i18next from 'i18next'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { problemText } from '#web/ui/problem-text.ts'

interface PendingQuestion {
  readonly isBusy: boolean
  /** One at a time; shows a failure in a toast. Resolves to whether it succeeded. */
  readonly ask: (question: () => Promise<void>) => Promise<boolean>
}

export function useQuestion(): PendingQuestion {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const ask = async (question: () => Promise<void>): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    try {
      await question()
      return true
    } catch (problem) {
      toast.error(problemText(problem) ?? i18next.t('common:errorOccurred'))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, ask }
}
