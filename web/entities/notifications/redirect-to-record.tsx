import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { parseClickedNotification, type ClickedNotification } from '#schema/app/push-message.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useNavigateTo } from '#web/ui/search/use-address.ts'
import { useStore } from '#web/ui/store-context.ts'
import { type AddressOf, addressOfNotification } from './notification-address.ts'
import { markRead } from './mark-read.ts'
import type { Notice } from './notice.ts'

interface RedirectToRecordProps {
  readonly addressOf: AddressOf
}

/** A push message may arrive before the feed has the notification. */
const timeoutMs = 10_000

export function RedirectToRecord({ addressOf }: RedirectToRecordProps) {
  const hash = useLocation({ select: (at) => at.hash })
  const notification = parseClickedNotification(hash)
  return notification && <Redirect key={hash} notification={notification} addressOf={addressOf} />
}

function Redirect({
  notification: { kind, at },
  addressOf,
}: RedirectToRecordProps & { readonly notification: ClickedNotification }) {
  const store = useStore()
  const navigateTo = useNavigateTo()
  const found = useComputed(
    'notifications',
    useCallback((table: Table<Notice>) => noticeIn(table, { kind, at }), [kind, at]),
  )
  useEffect(() => {
    const notice = found === null ? undefined : store.table('notifications').get(found)
    if (!notice) return
    void markRead(store, [notice])
    navigateTo({ ...addressOfNotification(notice, addressOf), replace: true })
  }, [found, store, navigateTo, addressOf])
  useEffect(() => {
    const stay = () => navigateTo({ to: '.', search: true, hash: '', replace: true })
    const timer = setTimeout(stay, timeoutMs)
    return () => clearTimeout(timer)
  }, [navigateTo])
  return null
}

function noticeIn(table: Table<Notice>, { kind, at }: ClickedNotification): string | null {
  let newest: { readonly id: string; readonly createdAt: string } | null = null
  for (const { id, kind: notificationKind, createdAt, updatedAt } of table.scan()) {
    if (notificationKind !== kind || Date.parse(updatedAt) < at) continue
    if (newest === null || createdAt > newest.createdAt) newest = { id, createdAt }
  }
  return newest?.id ?? null
}
