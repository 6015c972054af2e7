import { IconLogout } from '@tabler/icons-react'
import i18next from 'i18next'
import type { DialogAction } from '#web/records/actions/record-action.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import { isThisDevice } from './device.ts'

/** To sign out this device, people use the menu. */
export const signOutAction: DialogAction<'sessions'> = {
  id: 'revoke',
  icon: IconLogout,
  label: () => i18next.t('sessions:revoke'),
  title: () => i18next.t('sessions:revokeTitle'),
  needs: { entity: 'sessions', verb: 'revoke' },
  appliesTo: (row) => !isThisDevice(row),
  isDanger: true,
  opens: preloadable(() => import('./sign-out-device.tsx').then((each) => each.SignOutDevice)),
}
