import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { Email } from '#web/ui/format/email.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { SecretLink } from '#web/ui/page/secret-link.tsx'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { useStore } from '#web/ui/store-context.ts'

interface ResetLink {
  readonly link: string | null
}

export function ResetPassword({ row: user, onDone }: ActionDialogProps<'users'>) {
  const { t } = useTranslation(['users', 'common'])
  const { online } = useStore()
  const [resetLink, setMade] = useState<ResetLink>()
  const name = [<RecordName key="name" entity="users" id={user.id} />]
  const make = async () => setMade((await online.act('users', user.id, 'reset')) as ResetLink)
  if (resetLink && resetLink.link === null)
    return (
      <Stack gap="lg">
        <Text>
          <Sentence format={(email) => t('resetMailed', { email })} parts={[<Email key="email">{user.email}</Email>]} />
        </Text>
        <Group justify="flex-end">
          <Button onClick={onDone} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    )
  if (resetLink?.link)
    return (
      <SecretLink link={resetLink.link} onDone={onDone}>
        <Sentence format={(value) => t('resetMade', { name: value })} parts={name} />
      </SecretLink>
    )
  return (
    <Confirmation confirm={t('resetMake')} onConfirm={make} onClose={onDone} isHarmless>
      <Text>
        <Sentence format={(value) => t('resetText', { name: value })} parts={name} />
      </Text>
    </Confirmation>
  )
}
