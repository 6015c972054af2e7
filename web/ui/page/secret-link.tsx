import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './copy-button.tsx'

interface SecretLinkProps {
  readonly link: string
  readonly onDone: () => void
  readonly children: ReactNode
}

export function SecretLink({ link, onDone, children }: SecretLinkProps) {
  const { t } = useTranslation('common')
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
        <CopyButton text={link} label={t('copyLink')} />
      </Group>
    </Stack>
  )
}
