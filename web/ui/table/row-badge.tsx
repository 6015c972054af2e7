import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import i18next from 'i18next'
import type { BadgeKind } from '#web/store/base/contract.ts'
import classes from './row-badge.module.css'

interface RowBadgeProps {
  readonly badge: BadgeKind
  readonly iconOnly?: boolean
}

export function RowBadge({ badge, iconOnly = false }: RowBadgeProps) {
  const text = badge === 'waiting' ? i18next.t('common:badgeWaiting') : i18next.t('common:badgeAttention')
  const Icon = badge === 'waiting' ? IconClockUp : IconAlertTriangle
  return (
    <span className={classes['badge']} data-badge={badge}>
      <Icon size={14} aria-label={text} />
      {!iconOnly && <span aria-hidden="true">{text}</span>}
    </span>
  )
}
