import { Modal as LibraryModal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useEscape } from '#web/ui/overlay/escape.ts'
import { leaveForms } from './leave-forms.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import classes from './modal.module.css'
import { LoadingPlaceholder } from '#web/ui/overlay/loading-placeholder.tsx'

export interface DialogProps {
  readonly opened: boolean
  readonly title: ReactNode
  readonly onClose: () => void
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  readonly small?: boolean
  /** Contains a form: a click outside does not close it, and other ways out ask about unsaved values. */
  readonly form?: boolean
  readonly children: ReactNode
}

export function Modal({ opened, title, onClose, size = 'lg', small = false, form = false, children }: DialogProps) {
  const { t } = useTranslation('common')
  const close = form ? () => leaveForms(onClose) : onClose
  useEscape(opened, close)
  useEffect(() => {
    if (opened) toast.archive()
  }, [opened])
  const isPhone = useMediaQuery('(max-width: 40em)') ?? false
  return (
    <LibraryModal
      opened={opened}
      onClose={close}
      closeOnClickOutside={!form}
      closeOnEscape={false}
      title={title}
      size={size}
      fullScreen={isPhone && !small}
      classNames={{
        title: classes['title'] ?? '',
        header: classes['header'] ?? '',
        body: classes['body'] ?? '',
        content: classes['content'] ?? '',
      }}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ transition: 'fade', duration: 120, exitDuration: 0 }}
    >
      <Suspense fallback={<LoadingPlaceholder />}>{children}</Suspense>
    </LibraryModal>
  )
}
