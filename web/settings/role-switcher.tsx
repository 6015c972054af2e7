import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, roles } from '#schema/kernel/enumerations.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { switchRole } from './switch-role.ts'

const reloadAfterMs = 1_000

/** For development: online only, after all changes are sent. */
export function RoleSwitcher() {
  const { t } = useTranslation(['settings', 'shell'])
  const store = useStore()
  const { connection } = useSyncStatus()
  const { role } = store.identity
  const [chosen, setChosen] = useState<Role>(role)
  const [isBusy, setBusy] = useState(false)

  async function act(): Promise<void> {
    setBusy(true)
    try {
      await switchRole(store, chosen)
      toast.success(t('roleUpdated'))
      setTimeout(() => location.reload(), reloadAfterMs)
    } catch {
      toast.error(t('roleFailed'))
      setBusy(false)
    }
  }

  return (
    <Group align="end">
      <ChoiceSelect
        w="24rem"
        maw="100%"
        label={t('actAs')}
        description={t('actAsHint')}
        options={roles}
        labelOf={(each) => t(`shell:role.${each}`)}
        value={chosen}
        onChange={(each) => setChosen((each as Role | null) ?? role)}
      />
      <Button
        disabled={chosen === role || connection !== 'online'}
        loading={isBusy}
        onClick={() => {
          void act()
        }}
      >
        {isBusy ? t('switching') : t('switchRole')}
      </Button>
    </Group>
  )
}
