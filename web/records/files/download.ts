import i18next from 'i18next'
import type { SyncStatus } from '#web/store/base/contract.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

/** Browsers download only from the network, so offline the file is fetched through the service worker. */
export async function download(url: string, name: string, { connection }: SyncStatus): Promise<void> {
  if (connection !== 'offline' || !url.startsWith('/')) return save(url, name)
  const file = await fetchFile(url)
  if (!file) return toast.error(i18next.t('files:notHere'))
  const objectUrl = URL.createObjectURL(file)
  save(objectUrl, name)
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000)
}

export async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob | null> {
  const response = await fetch(url, signal && { signal }).catch(() => null)
  return response?.ok ? response.blob().catch(() => null) : null
}

function save(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.click()
}
