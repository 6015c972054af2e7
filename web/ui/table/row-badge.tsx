import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import i18next from 'i18next'
import type { Mark } from '#web/store/base/contract.ts'
import classes from './row-badge.module.css'

interface RowMarkProps {
  readonly mark: Mark
  /** Shows only the icon and makes the words its accessible name, where the row needs the space. */
  readonly brief?: boolean
}

/** Says that a row's values have not reached the server, or that they need the person. */
export function RowMark({ mark, brief = false }: RowMarkProps) {
  const text = mark === 'waiting' ? i18next.t('common:markWaiting') : i18next.t('common:markAttention')
  const Icon = mark === 'waiting' ? IconClockUp : IconAlertTriangle
  return (
    <span className={classes['mark']} data-mark={mark}>
      <Icon size={14} aria-label={text} />
      {!brief && <span aria-hidden="true">{text}</span>}
    </span>
  )
}
