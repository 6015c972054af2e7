import { Button, Text, Title } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './notice-screen.module.css'

/** `alone`: drawn without the shell, because nobody is signed in. */
export function NotFound({ alone = false }: { readonly alone?: boolean }) {
  const { t } = useTranslation('shell')
  useEffect(() => {
    document.title = t('notFound')
  }, [t])
  const Frame = alone ? 'main' : 'div'
  return (
    <Frame className={classes['notice']} data-alone={alone || undefined}>
      <IconMapQuestion size={44} stroke={1.2} aria-hidden="true" />
      <Title order={1}>{t('notFound')}</Title>
      <Text c="dimmed">{t('notFoundText')}</Text>
      {!alone && (
        <Button component="a" href="/" variant="default" mt="sm">
          {t('backToDashboard')}
        </Button>
      )}
    </Frame>
  )
}
