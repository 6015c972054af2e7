import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/overlay/toast.ts'

interface SecretLinkProps {
  readonly link: string
  readonly onDone: () => void
  readonly children: ReactNode
}

/** A link that is shown once, for the person to copy and pass on. */
export function SecretLink({ link, onDone, children }: SecretLinkProps) {
  const { t } = useTranslation('common')
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => toast.error(t('linkNotCopied')),
    )
  return (
    <Stack gap="lg">
      <Text>{children}</Text>
      <TextInput
        label={t('link')}
        value={link}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
        data-autofocus
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('close')}
        </Button>
        <Button
          leftSection={
            isCopied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />
          }
          onClick={copy}
        >
          {isCopied ? t('linkCopied') : t('copyLink')}
        </Button>
      </Group>
    </Stack>
  )
}
