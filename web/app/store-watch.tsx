import i18next from 'i18next'
import { useEffect } from 'react'
import type { PageToWorker, WorkerToPage } from '#schema/app/worker-messages.ts'
import { signInPage } from '#web/session/sign-in-page.ts'
import { watchSyncMoments } from '#web/session/sync-moments.ts'
import { watchConnection } from '#web/session/watch-connection.ts'
import { watchSignOut } from '#web/session/watch-sign-out.ts'
import type { Store } from '#web/store/base/contract.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { useAppStorage } from './start/app-not-stored.tsx'
import { watchFiles } from '#web/sync-centre/notices/watch-files.ts'
import { watchRefused } from '#web/sync-centre/notices/watch-refused.ts'
import { watchResent } from '#web/sync-centre/notices/watch-resent.ts'
import { watchSent } from '#web/sync-centre/notices/watch-sent.ts'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'

const loginDelayMs = 500

const mayLeave = () => useUnsavedForms.getState().count === 0

function watchStore(store: Store): () => void {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  const connection = watchConnection(store, {
    workerDecides: () => worker?.controller != null,
    onOffline: () => toast.notice(i18next.t('session:offlineTitle'), i18next.t('session:offlineText')),
    onOnline: () => toast.notice(i18next.t('session:onlineTitle'), i18next.t('session:onlineText')),
  })
  const onMessage = ({ data }: MessageEvent<WorkerToPage>): void => {
    if (data.kind === 'sync') store.syncNow()
    if (data.kind === 'connection') connection.report(data.online)
    if (data.kind === 'app') useAppStorage.setState({ isFull: data.kept === 'full' })
  }
  let redirectTimer: ReturnType<typeof setTimeout> | undefined
  const redirectToLogin = () => {
    toast.warn(i18next.t('session:unauthorized'), i18next.t('session:loggingInAgain'))
    redirectTimer = setTimeout(() => {
      // Someone may have signed in again in another window.
      if (store.status.connection === 'signed-out' && mayLeave()) location.assign(signInPage(unsentIn(store.status)))
    }, loginDelayMs)
  }
  const hello: PageToWorker = { kind: 'hello' }
  worker?.addEventListener('message', onMessage)
  worker?.controller?.postMessage(hello)
  const cleanups = [
    connection.stop,
    watchSignOut(store, {
      now: () => performance.now(),
      onUnauthorizedAction: redirectToLogin,
      mayLeave,
    }),
    watchSyncMoments({
      window,
      document,
      syncNow: () => store.syncNow(),
      networkChanged: () => store.networkChanged(),
    }),
    watchRefused(store),
    watchFiles(store),
    watchResent(store),
    watchSent(store),
  ]
  return () => {
    clearTimeout(redirectTimer)
    worker?.removeEventListener('message', onMessage)
    for (const each of cleanups) each()
  }
}

export function StoreWatch() {
  const store = useStore()
  useEffect(() => watchStore(store), [store])
  return null
}
