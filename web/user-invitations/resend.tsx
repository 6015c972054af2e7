import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/record-action.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useAsking } from '#web/ui/overlay/use-asking.ts'
import { useStore } from '#web/ui/store-context.ts'
import { ShareLink } from './share-link.tsx'

/** Another link takes the place of the former one, and is then shown. */
export function Resend({ row, onDone }: ActionDialogProps<'userInvitations'>) {
  const { t } = useTranslation(['userInvitations', 'common'])
  const { online } = useStore()
  const { isBusy, ask } = useAsking()
  const [isSent, setSent] = useState(false)
  if (isSent) return <ShareLink row={row} onDone={onDone} />
  const resend = async () =>
    setSent(
      await ask(async () => {
        await online.act('userInvitations', row.id, 'resend')
      }),
    )
  return (
    <Stack gap="lg">
      <Text>
        <Sentence say={(email) => t('resendText', { email })} parts={[<Name key="email">{row.email}</Name>]} />
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button onClick={resend} aria-busy={isBusy} data-autofocus>
          {t('resend')}
        </Button>
      </Group>
    </Stack>
  )
}
