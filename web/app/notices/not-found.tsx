import { Button, Group, Text, Title } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink, type ScreenPath } from '#web/records/names/screen-path.tsx'
import classes from './notice-screen.module.css'

interface NotFoundProps {
  readonly isOutsideShell?: boolean
  readonly list?: ScreenPath | undefined
}

export function NotFound({ isOutsideShell = false, list }: NotFoundProps) {
  const { t } = useTranslation(['shell', 'common'])
  useEffect(() => {
    document.title = t('notFound')
  }, [t])
  const Frame = isOutsideShell ? 'main' : 'div'
  return (
    <Frame className={classes['notice']} data-alone={isOutsideShell || undefined}>
      <IconMapQuestion size={44} stroke={1.2} aria-hidden="true" />
      <Title order={1}>{t('notFound')}</Title>
      <Text c="dimmed">{t('notFoundText')}</Text>
      {!isOutsideShell && (
        <Group gap="sm" mt="sm" justify="center">
          {list && (
            <Button component={ScreenLink} to={list} variant="default">
              {t('common:missing.toList')}
            </Button>
          )}
          <Button component="a" href="/" variant="default">
            {t('backToDashboard')}
          </Button>
        </Group>
      )}
    </Frame>
  )
}
