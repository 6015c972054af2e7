import { Button, Group, Text, Title } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './notice-screen.module.css'

export function UnavailableFile({ file }: { readonly file: string }) {
  const { t } = useTranslation(['files', 'common', 'shell'])
  useEffect(() => {
    document.title = t('unopened')
  }, [t])
  return (
    <main className={classes['notice']} data-alone>
      <IconFileOff size={44} stroke={1.2} aria-hidden="true" />
      <Title order={1}>{t('unopened')}</Title>
      <Text c="dimmed">{t('notHere')}</Text>
      <Group justify="center" gap="sm" mt="sm">
        <Button component="a" href={file}>
          {t('common:tryAgain')}
        </Button>
        <Button component="a" href="/" variant="default">
          {t('shell:unshared.open')}
        </Button>
      </Group>
    </main>
  )
}
