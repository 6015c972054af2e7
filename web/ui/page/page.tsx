import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './page.module.css'

interface PageProps {
  readonly title: string
  /** For the browser’s window or tab. By default the title. */
  readonly windowTitle?: string
  /** Typed text has its own direction. */
  readonly heading?: ReactNode
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly fill?: boolean
  readonly children: ReactNode
}

function useDocumentTitle(title: string): void {
  const { t } = useTranslation('common')
  useEffect(() => {
    document.title = `${title} · ${t('productName')}`
  }, [title, t])
}

export function Page({ title, windowTitle = title, heading, subtitle, actions, fill = false, children }: PageProps) {
  useDocumentTitle(windowTitle)
  return (
    <div className={classes['page']} data-fill={fill || undefined}>
      <header className={classes['header']}>
        <div className={classes['words']}>
          <Title order={1}>{heading ?? title}</Title>
          {subtitle && <Text c="dimmed">{subtitle}</Text>}
        </div>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface ListPageProps {
  readonly title: string
  readonly children: ReactNode
}

/** As high as the window: a list scrolls within it, below a heading of its own. */
export function ListPage({ title, children }: ListPageProps) {
  useDocumentTitle(title)
  return (
    <div className={classes['list']} data-fill>
      {children}
    </div>
  )
}
