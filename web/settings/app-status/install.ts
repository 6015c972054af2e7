// Whether this device can install the app, and what the person has said to that.
import i18next from 'i18next'
import { create } from 'zustand'
import { requestPersistence } from '#web/session/storage-persistence.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

/** Chromium asks the page before it offers the app; an offer can be taken once. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const place = 'install-later'
const laterMs = 30 * 24 * 3_600_000

const isPutOff = (): boolean => Date.now() - Date.parse(localStorage.getItem(place) ?? '') < laterMs
const standaloneWindow = matchMedia('(display-mode: standalone)')

interface Install {
  readonly offer: InstallOffer | null
  readonly isPutOff: boolean
  /** Whether it runs in a window of its own, or has just got one. */
  readonly isInstalled: boolean
}

export const useInstall = create<Install>(() => ({
  offer: null,
  isPutOff: isPutOff(),
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

export function putOff(): void {
  localStorage.setItem(place, new Date().toISOString())
  useInstall.setState({ isPutOff: true })
}

/** The browser asks once more; who says no there has put it off. */
export async function install({ offer }: Install): Promise<void> {
  if (!offer) return
  useInstall.setState({ offer: null })
  const { outcome } = await offer.prompt()
  if (outcome === 'dismissed') putOff()
}
