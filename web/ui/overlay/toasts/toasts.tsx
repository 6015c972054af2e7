import { Button, Group } from '@mantine/core'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
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
  readonly title: ReactNode
  readonly text: ReactNode
  readonly name?: string | undefined
  readonly close: string
  readonly saved?: SavedRecord
  readonly about?: string
  readonly actions?: readonly ToastAction[]
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
export function showToast({ kind, title, text: message, name, close, saved, about, actions = [] }: ShownToast): void {
  const isNotice = kind === 'notice'
  const id = about ?? (isNotice ? noticeId : `toast ${++count}`)
  const text = name === undefined ? message : <NamedToast text={message} name={name} />
  makeRoom(isNotice)
  if (!tracked.has(id)) tracked.set(id, { toast: { kind, title, text, actions }, isSeen: false })
  const content = saved ? <SavedToast text={text} {...saved} /> : text
  notifications.show({
    id,
    priority: isNotice ? 0 : 1,
    title,
    message: actions.length > 0 ? <WithActions text={content} actions={actions} id={id} /> : content,
    role: kind === 'error' ? 'alert' : 'status',
    color: kind === 'error' ? 'red' : 'brand',
    withBorder: true,
    autoClose: kind === 'error' || actions.length > 0 ? 10_000 : 5_000,
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

interface SavedRecord {
  readonly store: Store
  readonly where: () => string | null
}

interface SavedProps extends SavedRecord {
  readonly text: ReactNode
}

function SavedToast({ text, store, where }: SavedProps) {
  const subscribe = useCallback((listener: () => void) => store.subscribeStatus(listener), [store])
  const path = useSyncExternalStore(subscribe, where)
  return (
    <div className={classes['words']}>
      <span>{text}</span>
      {path !== null && <span>{path}</span>}
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

interface WithActionsProps {
  readonly text: ReactNode
  readonly actions: readonly ToastAction[]
  readonly id: string
}

const WithActions = ({ text, actions, id }: WithActionsProps) => (
  <div className={classes['withActions']}>
    <div>{text}</div>
    <Group gap="xs">
      {actions.map(({ label, act }) => (
        <Button
          key={label}
          variant="default"
          onClick={() => {
            hideToast(id)
            act()
          }}
        >
          {label}
        </Button>
      ))}
    </Group>
  </div>
)
