import {
  IconAlertTriangle,
  IconCloudDownload,
  IconCloudCheck,
  IconCloudOff,
  IconCloudSearch,
  IconCloudUp,
  IconDeviceFloppy,
  IconHistory,
  IconHourglass,
  IconLoader,
  IconLock,
  IconLogin2,
  IconRefreshAlert,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SyncStatus } from '#web/store/base/contract.ts'
import { Drawer } from '#web/ui/overlay/dialogs/drawer.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { closeSyncCenter, openSyncCenter, useSyncCenter } from '#web/ui/overlay/use-sync-center.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { pillStateOf } from './pill-state.ts'
import classes from './sync-pill.module.css'

const SyncCentre = preloadable(() => import('./sync-centre.tsx').then((each) => each.SyncCentre))

const icons = {
  starting: IconLoader,
  live: IconCloudCheck,
  loading: IconCloudDownload,
  syncing: IconCloudUp,
  recovering: IconHistory,
  throttled: IconHourglass,
  unsteady: IconHistory,
  suspended: IconLock,
  slow: IconHourglass,
  checking: IconCloudSearch,
  offline: IconCloudOff,
  attention: IconAlertTriangle,
  full: IconDeviceFloppy,
  signedOut: IconLogin2,
  tooOld: IconRefreshAlert,
} as const

function textOf(status: SyncStatus, t: TFunction<'sync'>): string {
  const { progress } = status
  const waiting = status.waiting + status.files
  switch (pillStateOf(status)) {
    case 'starting':
      return t('starting')
    case 'live':
      return t('live')
    case 'loading':
      return progress
        ? t('loadingProgress', { have: count(progress.have), total: count(progress.total) })
        : t('loading')
    case 'recovering':
      return t('recovering', { count: waiting, n: count(waiting) })
    case 'throttled':
      return t('throttled', { count: waiting, n: count(waiting) })
    case 'unsteady':
      return waiting > 0 ? t('unsteadySaved', { count: waiting, n: count(waiting) }) : t('unsteady')
    case 'suspended':
      return waiting > 0 ? t('suspendedSaved', { count: waiting, n: count(waiting) }) : t('suspended')
    case 'syncing':
      return waiting > 0 ? t('syncing', { n: count(waiting) }) : t('syncingPlain')
    case 'offline':
      return waiting > 0 ? t('offlineSaved', { count: waiting, n: count(waiting) }) : t('offline')
    case 'slow':
      return waiting > 0 ? t('slowSaved', { count: waiting, n: count(waiting) }) : t('slow')
    case 'checking':
      return waiting > 0 ? t('checkingSaved', { count: waiting, n: count(waiting) }) : t('checking')
    case 'attention':
      return t('attention')
    case 'full':
      return t('full')
    case 'signedOut':
      return t('signedOut')
    case 'tooOld':
      return t('tooOld')
  }
}

export function SyncPill() {
  const { t } = useTranslation('sync')
  const status = useSyncStatus()
  const opened = useSyncCenter((centre) => centre.opened)
  const state = pillStateOf(status)
  // Preloaded while online, because the sync centre matters most offline.
  useEffect(() => void SyncCentre.preload(), [])
  useEffect(() => closeSyncCenter, [])
  const Icon = icons[state]
  const text = textOf(status, t)
  return (
    <>
      <button
        type="button"
        className={classes['pill']}
        data-state={state}
        data-syncing={status.syncing || undefined}
        aria-label={t('pill', { state: text })}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={openSyncCenter}
      >
        <Icon size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes['text']}>{text}</span>
      </button>
      {/* The progress is not announced: a screen reader would speak a hundred times. */}
      <output className={classes['spoken']}>{state === 'loading' ? t('loading') : text}</output>
      <Drawer opened={opened} onClose={closeSyncCenter} side="end" title={t('centre')} size={680}>
        <SyncCentre />
      </Drawer>
    </>
  )
}
