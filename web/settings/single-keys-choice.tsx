import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseSingleKeys, useSingleKeys } from '#web/ui/single-keys.ts'

export function SingleKeysChoice() {
  const { t } = useTranslation('shell')
  return (
    <Switch
      size="md"
      checked={useSingleKeys(({ on }) => on)}
      onChange={(event) => chooseSingleKeys(event.currentTarget.checked)}
      label={t('command.singleKeys')}
      description={t('command.singleKeysHint')}
    />
  )
}
