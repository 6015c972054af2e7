import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { Email } from '#web/ui/format/email.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { SecretLink } from '#web/ui/page/secret-link.tsx'
import { isMailed, invitationLink } from './invitation-link.ts'

export function ShareLink({ row, onDone }: ActionDialogProps<'userInvitations'>) {
  const { t } = useTranslation(['userInvitations', 'common'])
  const link = invitationLink(row)
  const recipient = [<Email key="email">{row.email}</Email>]
  if (link === undefined)
    return (
      <Stack gap="lg">
        <Text>
          {isMailed(row) ? (
            <Sentence format={(to) => t('shareSent', { email: to })} parts={recipient} />
          ) : (
            t('shareGone')
          )}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onDone} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    )
  return (
    <SecretLink link={link} onDone={onDone}>
      <Sentence format={(to) => t(isMailed(row) ? 'shareMailed' : 'shareText', { email: to })} parts={recipient} />
    </SecretLink>
  )
}
