import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { Email } from '#web/ui/format/email.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { ShareLink } from './share-link.tsx'

/** Replaces the earlier link. */
export function Resend({ row, onDone }: ActionDialogProps<'userInvitations'>) {
  const { t } = useTranslation('userInvitations')
  const { online } = useStore()
  const [isSent, setSent] = useState(false)
  if (isSent) return <ShareLink row={row} onDone={onDone} />
  const resend = async () => {
    await online.act('userInvitations', row.id, 'resend')
    setSent(true)
  }
  return (
    <Confirmation confirm={t('resend')} onConfirm={resend} onClose={onDone} isHarmless>
      <Text>
        <Sentence format={(email) => t('resendText', { email })} parts={[<Email key="email">{row.email}</Email>]} />
      </Text>
    </Confirmation>
  )
}
