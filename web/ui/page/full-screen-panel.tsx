import { Modal } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { useEscape } from '#web/ui/overlay/escape.ts'
import classes from './panel.module.css'
import type { PanelProps } from './side-panel.tsx'
import { LoadingPlaceholder } from '#web/ui/overlay/loading-placeholder.tsx'

export function FullScreenPanel({ opened, title, onClose, controls, children }: PanelProps) {
  const { t } = useTranslation('common')
  useEscape(opened, onClose)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      fullScreen
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ transition: 'fade', duration: 120, exitDuration: 0 }}
    >
      <Modal.Content className={classes['whole'] ?? ''} data-record-panel>
        <header className={classes['header']}>
          <IconButton icon={IconArrowLeft} label={t('back')} onClick={onClose} />
          <Modal.Title className={classes['title'] ?? ''} tabIndex={-1} data-autofocus>
            {title}
          </Modal.Title>
          {controls}
        </header>
        <Modal.Body className={classes['body'] ?? ''}>
          <Suspense fallback={<LoadingPlaceholder />}>{children}</Suspense>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
