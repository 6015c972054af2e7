import i18next from 'i18next'
import { create } from 'zustand'
import { requestPersistence } from '#web/session/storage-persistence.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

/** Chromium's event; an offer can be used once. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const storageKey = 'install-later'
const laterMs = 30 * 24 * 3_600_000

const isPostponed = (): boolean => Date.now() - Date.parse(localStorage.getItem(storageKey) ?? '') < laterMs
const standaloneWindow = matchMedia('(display-mode: standalone)')

interface Install {
  readonly offer: InstallOffer | null
  readonly isPostponed: boolean
  /** Runs in its own window, or was just installed. */
  readonly isInstalled: boolean
}

export const useInstall = create<Install>(() => ({
  offer: null,
  isPostponed: isPostponed(),
  isInstalled: standaloneWindow.matches,
}))

export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstall.setState({ offer: event as InstallOffer })
  })
  addEventListener('appinstalled', () => {
    useInstall.setState({ offer: null, isInstalled: true })
    toast.success(i18next.t('appStatus:installed'))
    void requestPersistence()
  })
  standaloneWindow.addEventListener('change', ({ matches }) => matches && useInstall.setState({ isInstalled: true }))
}

export function postponeInstall(): void {
  localStorage.setItem(storageKey, new Date().toISOString())
  useInstall.setState({ isPostponed: true })
}

/** Declining the browser's prompt postpones the offer. */
export async function install({ offer }: Install): Promise<void> {
  if (!offer) return
  useInstall.setState({ offer: null })
  const { outcome } = await offer.prompt()
  if (outcome === 'dismissed') postponeInstall()
}
