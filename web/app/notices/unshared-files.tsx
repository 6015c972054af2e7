import { Button, Group, Text, Title } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsharedReason } from '#schema/app/shared-files.ts'
import classes from './notice-screen.module.css'

export function UnsharedFiles({ reason }: { readonly reason: UnsharedReason }) {
  const { t } = useTranslation(['shell', 'session'])
  useEffect(() => {
    document.title = t('unshared.title')
  }, [t])
  return (
    <main className={classes['notice']} data-alone>
      <IconFileOff size={44} stroke={1.2} aria-hidden="true" />
      <Title order={1}>{t('unshared.title')}</Title>
      <Text c="dimmed">{t(`unshared.${reason}`)}</Text>
      <Group justify="center" gap="sm" mt="sm">
        {reason === 'nobody' && (
          <Button component="a" href="/api/login">
            {t('session:signIn')}
          </Button>
        )}
        <Button component="a" href="/" variant="default">
          {t('unshared.open')}
        </Button>
      </Group>
    </main>
  )
}
