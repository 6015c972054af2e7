// Opens and deletes nothing.
import { Button, Group, Text, Title } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Name } from '#web/ui/format/name.tsx'
import { personName } from '#web/ui/format/person-name.ts'
import { storedWaitingCount } from '#web/store/outbox/lost-work.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import classes from './notice.module.css'
import { useSession } from './session-context.ts'
import type { SessionState } from './session-contract.ts'
import { signInPage } from './sign-in-page.ts'

type LockedState = Extract<SessionState, { kind: 'locked' }>

export function Locked({ identity, isSignedOut }: LockedState) {
  const { t } = useTranslation('session')
  const session = useSession()
  const { leaseDays = 0 } = identity
  return (
    <main className={classes['screen']}>
      <IconClockPause size={48} stroke={1.2} aria-hidden="true" className={classes['icon']} />
      <Title order={1} className={classes['title'] ?? ''}>
        {t('lockedTitle')}
      </Title>
      <Text c="dimmed">
        <Sentence
          format={(firm) => t('lockedText', { count: leaseDays, n: count(leaseDays), firm })}
          parts={[<Name key="firm">{identity.tenantName}</Name>]}
        />{' '}
        {t(isSignedOut ? 'lockedSignedOut' : 'lockedOffline')}
      </Text>
      <Text>
        <Sentence
          format={(name) => t('lockedSafe', { name })}
          parts={[<Name key="name">{personName(identity)}</Name>]}
        />
      </Text>
      <Group justify="center" gap="sm" mt="sm">
        {isSignedOut ? (
          <Button onClick={() => location.assign(signInPage(storedWaitingCount(localStorage, identity)))}>
            {t('signIn')}
          </Button>
        ) : (
          <Button onClick={() => session.check()}>{t('tryAgain')}</Button>
        )}
      </Group>
    </main>
  )
}
