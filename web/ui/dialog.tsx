import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'

interface DialogProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** A dialog that asks, instead of one that shows or edits a record. */
  readonly small?: boolean
  readonly children: ReactNode
}

/** The one dialog: its title is its name; full screen on phones. What it holds is made anew each time it opens. */
export function Dialog({ opened, title, onClose, size = 'lg', small = false, children }: DialogProps) {
  const { t } = useTranslation('common')
  const isPhone = useMediaQuery('(max-width: 40em)') ?? false
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={isPhone && !small}
      classNames={{ title: classes['title'] ?? '', header: classes['header'] ?? '', body: classes['body'] ?? '' }}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ transition: 'fade', duration: 120, exitDuration: 0 }}
    >
      <Suspense fallback={<div className={classes['waiting']} />}>{children}</Suspense>
    </Modal>
  )
}
