import { IconEye, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import i18next from 'i18next'
import type { AccountName } from '#schema/kernel/sealed.ts'
import { screenText } from '#web/records/names/entity-texts.ts'
import type { RecordAction } from '#web/records/actions/record-action.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

export type AccountAction = RecordAction<AccountName>

const switching = (name: AccountName, isActive: boolean): AccountAction => ({
  id: isActive ? 'reactivate' : 'deactivate',
  icon: isActive ? IconPlayerPlay : IconPlayerPause,
  label: () => i18next.t(isActive ? 'accounts:reactivate' : 'accounts:deactivate'),
  appliesTo: (row) => row.isActive !== isActive,
  run: (row, _, store) =>
    void reportResult(
      () => store.update(name, row, { isActive }),
      () => toast.success(i18next.t(isActive ? 'accounts:reactivated' : 'accounts:deactivated')),
      screenText(name, 'updateFailed'),
    ),
})

const edit: AccountAction = {
  id: 'edit',
  icon: IconPencil,
  label: () => i18next.t('accounts:replace'),
  run: ({ id }, { open }) => open(id, 'edit'),
}

const reveal: AccountAction = {
  id: 'reveal',
  icon: IconEye,
  label: () => i18next.t('accounts:reveal'),
  run: ({ id }, { open }) => open(id, 'reveal'),
}

export const ownerActions = (name: AccountName): readonly AccountAction[] => [
  edit,
  switching(name, false),
  switching(name, true),
]

export const firmActions = (name: AccountName): readonly AccountAction[] => [
  reveal,
  switching(name, false),
  switching(name, true),
]
