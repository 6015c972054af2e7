import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/record-action.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { SecretLink } from '#web/ui/page/secret-link.tsx'
import { useAsking } from '#web/ui/overlay/use-asking.ts'
import { useStore } from '#web/ui/store-context.ts'

/** Makes a link with which the person sets a new password, and shows it once. */
export function ResetPassword({ row: user, onDone }: ActionDialogProps<'users'>) {
  const { t } = useTranslation(['users', 'common'])
  const { online } = useStore()
  const [link, setLink] = useState<string>()
  const { isBusy, ask } = useAsking()
  const name = [<RecordName key="name" entity="users" id={user.id} />]
  const make = () =>
    ask(async () => {
      const made = (await online.act('users', user.id, 'reset')) as { readonly link: string }
      setLink(made.link)
    })
  if (link !== undefined)
    return (
      <SecretLink link={link} onDone={onDone}>
        <Sentence say={(value) => t('resetMade', { name: value })} parts={name} />
      </SecretLink>
    )
  return (
    <Stack gap="lg">
      <Text>
        <Sentence say={(value) => t('resetText', { name: value })} parts={name} />
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button onClick={make} aria-busy={isBusy} data-autofocus>
          {t('resetMake')}
        </Button>
      </Group>
    </Stack>
  )
}
