// Files that were shared with the app, or opened with it, are not here: says why, and that nothing is lost.
import { Button, Group, Text, Title } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { sharePath, type UnsharedReason, unsharedReasons } from '#schema/share.ts'
import classes from './notice-screen.module.css'

interface Place {
  readonly pathname: string
  readonly search: object
}

/** The reason that the address gives; undefined where the files are kept, and everywhere else. */
export const unsharedIn = ({ pathname, search }: Place): UnsharedReason | undefined =>
  pathname === sharePath
    ? unsharedReasons.find((each) => each === (search as { readonly not?: unknown }).not)
    : undefined

export function Unshared({ reason }: { readonly reason: UnsharedReason }) {
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
