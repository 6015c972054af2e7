import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/record-action.ts'
import { Email } from '#web/ui/format/email.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { SecretLink } from '#web/ui/page/secret-link.tsx'
import { isMailed, linkOf } from './link-of.ts'

/** The link of an invitation that was just made or sent again. */
export function ShareLink({ row, onDone }: ActionDialogProps<'userInvitations'>) {
  const { t } = useTranslation('userInvitations')
  const link = linkOf(row)
  if (link === undefined) return <Text>{t('shareGone')}</Text>
  return (
    <SecretLink link={link} onDone={onDone}>
      <Sentence
        say={(email) => t(isMailed(row) ? 'shareMailed' : 'shareText', { email })}
        parts={[<Email key="email">{row.email}</Email>]}
      />
    </SecretLink>
  )
}
