import { IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { useEscape } from '#web/ui/overlay/escape.ts'
import classes from './panel.module.css'
import { LoadingPlaceholder } from '#web/ui/overlay/loading-placeholder.tsx'

export interface PanelProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  readonly controls?: ReactNode
  readonly opener: () => HTMLElement | null
  /** Changes when a click shows another record: the panel then takes the focus. */
  readonly openings: number
  readonly content?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** A dialog without a backdrop: the page stays usable, and the focus may return to the list. */
export function SidePanel({ opened, title, onClose, controls, openings, children }: PanelProps) {
  const { t } = useTranslation('common')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEscape(opened, onClose)
  useEffect(() => {
    if (opened) heading.current?.focus({ preventScroll: true })
  }, [opened, openings])
  if (!opened) return null
  return (
    <dialog open aria-labelledby={id} className={classes['side']}>
      <header className={classes['header']}>
        <h2 id={id} ref={heading} tabIndex={-1} className={classes['title']}>
          {title}
        </h2>
        {controls}
        <IconButton icon={IconX} label={t('close')} onClick={onClose} />
      </header>
      <div className={classes['body']}>
        <Suspense fallback={<LoadingPlaceholder />}>{children}</Suspense>
      </div>
    </dialog>
  )
}
