import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './panel.module.css'

interface PanelFooterProps {
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function PanelFooter({ onClose, children }: PanelFooterProps) {
  const { t } = useTranslation('common')
  return (
    <div className={classes['end']}>
      {children}
      <Button ms="auto" onClick={onClose}>
        {t('done')}
      </Button>
    </div>
  )
}
