import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { WorkerToPage } from '#schema/app/worker-messages.ts'

/**
 * Goes where a pressed notification leads, from where `PressedNews` leads to the record. Unsaved words are asked about, as with every other way.
 */
export function useOpenNotified(): void {
  const { history } = useRouter()
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    const open = ({ data }: MessageEvent<WorkerToPage>): void => {
      if (data.kind === 'open') history.push(data.path)
    }
    worker?.addEventListener('message', open)
    return () => worker?.removeEventListener('message', open)
  }, [history])
}
