import { Button } from '@mantine/core'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import i18next from 'i18next'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import type { Store } from '#web/store/base/contract.ts'
import { recordToast, type PastToast, settleToast, type ToastAction } from './toast-history.ts'
import classes from './toasts.module.css'
import { Name } from '#web/ui/format/name.tsx'
import { useSyncCenter } from '#web/ui/overlay/use-sync-center.ts'

/** Beside the open sync centre, never over its buttons. */
export function Toasts() {
  const isCenterOpen = useSyncCenter(({ opened }) => opened)
  const isMirrored = document.documentElement.dir === 'rtl'
  const oppositeSide = isMirrored ? 'bottom-right' : 'bottom-left'
  return (
    <Notifications
      position={isCenterOpen ? oppositeSide : 'bottom-center'}
      limit={1}
      classNames={{ root: classes['root'] ?? '' }}
    />
  )
}

export interface ShownToast {
  readonly kind: 'done' | 'error' | 'notice'
  readonly title: string
  readonly text: ReactNode
  readonly name?: string | undefined
  readonly close: string
  readonly savedIn?: Store
  /** Hides the toast once its subject is settled. */
  readonly about?: string
  readonly action?: ToastAction
}

const noticeId = 'notice'
let count = 0

const tracked = new Map<string, { readonly toast: Omit<PastToast, 'id' | 'about' | 'at'>; isSeen: boolean }>()

// Every toast that was seen goes to the history, however it was closed.
notificationsStore.subscribe(({ notifications: visible, queue }) => {
  for (const { id } of visible) if (id !== undefined && tracked.has(id)) tracked.get(id)!.isSeen = true
  const openIds = new Set([...visible, ...queue].map(({ id }) => id))
  for (const [id, { toast, isSeen }] of tracked) {
    if (openIds.has(id)) continue
    tracked.delete(id)
    if (isSeen) recordToast({ ...toast, about: id, at: Date.now() })
  }
})

/** A notice replaces an older notice; a queued notice keeps its turn. */
function makeRoom(isNotice: boolean): void {
  const { queue } = notificationsStore.getState()
  notifications.updateState(notificationsStore, (all) =>
    isNotice ? all.filter(({ id }) => id !== noticeId) : all.filter((each) => queue.includes(each)),
  )
}

/** One toast at a time: a new one replaces the old one, except that notices wait. */
export function showToast({ kind, title, text: message, name, close, savedIn, about, action }: ShownToast): void {
  const isNotice = kind === 'notice'
  const id = about ?? (isNotice ? noticeId : `toast ${++count}`)
  const text = name === undefined ? message : <NamedToast text={message} name={name} />
  makeRoom(isNotice)
  if (!tracked.has(id)) tracked.set(id, { toast: { kind, title, text, action }, isSeen: false })
  const content = savedIn ? <SavedToast text={text} store={savedIn} /> : text
  notifications.show({
    id,
    priority: isNotice ? 0 : 1,
    title,
    message: action ? <WithAction text={content} action={action} id={id} /> : content,
    role: kind === 'error' ? 'alert' : 'status',
    color: kind === 'error' ? 'red' : 'brand',
    withBorder: true,
    autoClose: kind === 'error' || action ? 10_000 : 5_000,
    closeButtonProps: { 'aria-label': close },
  })
}

interface NamedProps {
  readonly text: ReactNode
  readonly name: string
}

const NamedToast = ({ text, name }: NamedProps) => (
  <span className={classes['words']}>
    {text !== null && <span>{text}</span>}
    <Name>{name}</Name>
  </span>
)

interface SavedProps {
  readonly text: ReactNode
  readonly store: Store
}

const isConnected = ({ status: { connection } }: Store): boolean => connection === 'online' || connection === 'starting'

function SavedToast({ text, store }: SavedProps) {
  const subscribe = useCallback((listener: () => void) => store.subscribeStatus(listener), [store])
  const connected = useSyncExternalStore(subscribe, () => isConnected(store))
  return (
    <div className={classes['words']}>
      <span>{text}</span>
      {!connected && <span>{i18next.t('common:savedHere')}</span>}
    </div>
  )
}

export const archiveToasts = (): void =>
  notifications.updateState(notificationsStore, (all) => {
    const { queue } = notificationsStore.getState()
    return all.filter((each) => queue.includes(each) || each.role !== 'status')
  })

export const clearToasts = (): void => notifications.updateState(notificationsStore, () => [])

export function hideToast(about: string): void {
  notifications.hide(about)
  settleToast(about)
}

interface WithActionProps {
  readonly text: ReactNode
  readonly action: ToastAction
  readonly id: string
}

function WithAction({ text, action, id }: WithActionProps) {
  const act = () => {
    hideToast(id)
    action.act()
  }
  return (
    <div className={classes['withAction']}>
      <div>{text}</div>
      <Button variant="default" onClick={act}>
        {action.label}
      </Button>
    </div>
  )
}
