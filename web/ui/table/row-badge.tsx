import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import i18next from 'i18next'
import type { BadgeKind } from '#web/store/base/contract.ts'
import classes from './row-badge.module.css'

interface RowBadgeProps {
  readonly mark: BadgeKind
  readonly brief?: boolean
}

/** Marks a row with unsent changes, or with a problem that needs the person. */
export function RowBadge({ mark, brief = false }: RowBadgeProps) {
  const text = mark === 'waiting' ? i18next.t('common:markWaiting') : i18next.t('common:markAttention')
  const Icon = mark === 'waiting' ? IconClockUp : IconAlertTriangle
  return (
    <span className={classes['mark']} data-mark={mark}>
      <Icon size={14} aria-label={text} />
      {!brief && <span aria-hidden="true">{text}</span>}
    </span>
  )
}
