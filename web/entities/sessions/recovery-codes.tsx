import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/ui/page/copy-button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import classes from './second-factor.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('security')
  const { email } = useStore().identity
  const lines = codes.join('\n')
  const save = () => saveFile(`Holdfast ${t('codes')}.txt`, `${t('codesOf', { email })}\n\n${lines}\n`, 'text/plain')
  return (
    <Stack gap="lg">
      <Text>{t('codesText')}</Text>
      <ul className={classes['codes']} dir="ltr" aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton text={lines} label={t('copyCodes')} variant="default" />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
          onClick={save}
        >
          {t('saveCodes')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus>
          {t('codesKept')}
        </Button>
      </Group>
    </Stack>
  )
}
