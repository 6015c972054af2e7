import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { WorkerToPage } from '#schema/app/worker-messages.ts'

/** Asks first about unsaved text. At the address, `RedirectToRecord` redirects to the record. */
export function useOpenNotificationAddress(): void {
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
