import { Drawer as LibraryDrawer } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './drawer-panel.module.css'
import { useEscape } from '#web/ui/overlay/escape.ts'
import { LoadingPlaceholder } from '#web/ui/overlay/loading-placeholder.tsx'

export interface DrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly side: 'start' | 'end'
  /** Without a title, `name` is the accessible name. */
  readonly title?: string
  readonly name?: string
  readonly size: number | 'lg'
  readonly children: ReactNode
}

const edges = { start: 'left', end: 'right' } as const

export function DrawerPanel({ opened, onClose, side, title, name, size, children }: DrawerProps) {
  const { t } = useTranslation('common')
  useEscape(opened, onClose)
  return (
    <LibraryDrawer
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      position={edges[side]}
      size={size}
      title={title}
      withCloseButton={title !== undefined}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close') }}
      // The title takes the focus if the focused element is removed.
      attributes={{ title: { tabIndex: -1 }, ...(name ? { content: { 'aria-label': name } } : {}) }}
      classNames={{
        title: classes['title'] ?? '',
        header: classes['header'] ?? '',
        body: (title ? classes['body'] : classes['bare']) ?? '',
        content: classes['content'] ?? '',
      }}
    >
      <Suspense fallback={<LoadingPlaceholder />}>{children}</Suspense>
    </LibraryDrawer>
  )
}
