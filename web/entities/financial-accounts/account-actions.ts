import { IconEye, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import i18next from 'i18next'
import type { AccountName } from '#schema/kernel/sealed.ts'
import { screenText } from '#web/records/names/entity-texts.ts'
import type { RecordAction } from '#web/records/actions/record-action.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

const switching = (name: AccountName, isActive: boolean): RecordAction => ({
  id: isActive ? 'reactivate' : 'deactivate',
  icon: isActive ? IconPlayerPlay : IconPlayerPause,
  label: () => i18next.t(isActive ? 'accounts:reactivate' : 'accounts:deactivate'),
  suits: (row) => (row as unknown as { readonly isActive: boolean }).isActive !== isActive,
  run: (row, _, store) =>
    void reportResult(
      () => store.update(name, row as never, { isActive }),
      () => toast.success(i18next.t(isActive ? 'accounts:reactivated' : 'accounts:deactivated')),
      screenText(name, 'updateFailed'),
    ),
})

const edit: RecordAction = {
  id: 'edit',
  icon: IconPencil,
  label: () => i18next.t('accounts:replace'),
  run: ({ id }, { open }) => open(id, 'edit'),
}

const reveal: RecordAction = {
  id: 'reveal',
  icon: IconEye,
  label: () => i18next.t('accounts:reveal'),
  run: ({ id }, { open }) => open(id, 'reveal'),
}

export const ownerActions = (name: AccountName): readonly RecordAction[] => [
  edit,
  switching(name, false),
  switching(name, true),
]

/** Administrators can reveal and deactivate; only the owner can edit. */
export const firmActions = (name: AccountName): readonly RecordAction[] => [
  reveal,
  switching(name, false),
  switching(name, true),
]
