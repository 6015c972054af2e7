import { Button, Group, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Name } from '#web/ui/format/name.tsx'
import { personName } from '#web/ui/format/person-name.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import classes from './notice.module.css'
import { SealedWorkText } from './sealed-work-text.tsx'
import { useSession } from './session-context.ts'
import type { SessionState } from './session-contract.ts'

type OtherPersonState = Extract<SessionState, { kind: 'other-person' }>

export function OtherPerson({ previous, waiting, current }: OtherPersonState) {
  const { t } = useTranslation('session')
  const session = useSession()
  const signIn = () =>
    location.assign(`/api/login?${new URLSearchParams({ returnTo: location.pathname + location.search }).toString()}`)
  const before = [<Name key="name">{personName(previous)}</Name>]
  const other = current && [<Name key="name">{personName(current)}</Name>, <Name key="firm">{current.tenantName}</Name>]
  const title = current?.tenantId === previous.tenantId ? 'otherTitle' : 'otherTitleFirm'
  return (
    <main className={classes['screen']}>
      <IconLock size={48} stroke={1.2} aria-hidden="true" className={classes['icon']} />
      <Title order={1} className={classes['title'] ?? ''}>
        {other ? <Sentence format={(name, firm) => t(title, { name, firm })} parts={other} /> : t('otherUnknown')}
      </Title>
      <Text c="dimmed">
        {other ? <Sentence format={(name) => t('otherText', { name })} parts={before} /> : t('otherUnknownText')}
      </Text>
      {waiting > 0 && (
        <Text>
          <SealedWorkText viewer={current} sealed={{ identity: previous, unsent: waiting }} />
        </Text>
      )}
      <Group justify="center" gap="sm" mt="sm">
        {other && (
          <Button onClick={() => session.continueAsOther()}>
            <Sentence format={(name) => t('continueAs', { name })} parts={other} />
          </Button>
        )}
        <Button variant={other ? 'default' : 'filled'} onClick={signIn}>
          <Sentence format={(name) => t('signInAs', { name })} parts={before} />
        </Button>
      </Group>
    </main>
  )
}
