import i18next from 'i18next'
import type { SyncStatus } from '#web/store/base/contract.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

/**
 * Saves a file of this server; another site decides what its address does, in a tab of its own. A browser asks only the
 * network for what it saves, so without one the worker is asked for what the device has kept.
 */
export async function download(url: string, name: string, { connection }: SyncStatus): Promise<void> {
  if (connection !== 'offline' || !url.startsWith('/')) return save(url, name)
  const answer = await fetch(url).catch(() => null)
  if (!answer?.ok) return toast.error(i18next.t('files:notHere'))
  const kept = URL.createObjectURL(await answer.blob())
  save(kept, name)
  setTimeout(() => URL.revokeObjectURL(kept), 60_000)
}

function save(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.click()
}
