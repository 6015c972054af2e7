import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Mark } from '#web/store/contract.ts'
import classes from './row-mark.module.css'

/** Says that what a row shows has not reached the server, or needs the person. */
export function RowMark({ mark }: { readonly mark: Mark }) {
  const { t } = useTranslation('common')
  const text = mark === 'waiting' ? t('markWaiting') : t('markAttention')
  const Icon = mark === 'waiting' ? IconClockUp : IconAlertTriangle
  return (
    <span className={classes['mark']} data-mark={mark}>
      <Icon size={14} aria-label={text} />
      <span aria-hidden="true">{text}</span>
    </span>
  )
}
