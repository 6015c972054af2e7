import { IconKey, IconLink, IconShieldX, IconUserCheck, IconUserOff, IconUsersGroup } from '@tabler/icons-react'
import i18next from 'i18next'
import type { Row } from '#schema/registry.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import { Email } from '#web/ui/format/email.tsx'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { LastContact } from './last-contact.tsx'
import { LinkedRecords } from './linked-records.tsx'
import { YouBadge } from './you-badge.tsx'

const searchText = ({ firstName, lastName, email }: Row<'users'>): string =>
  `${firstName ?? ''} ${lastName ?? ''} ${email}`

const hasSecondFactor = (row: Row<'users'>): boolean =>
  (row as { readonly hasSecondFactor?: boolean }).hasSecondFactor === true

export const UsersScreen = recordScreen({
  entity: 'users',
  icon: IconUsersGroup,
  searchText: () => searchText,
  reads: ['sessions'],
  filters: ['role', 'isActive'],
  form: formOf('users', ['firstName', 'lastName', 'role', 'preferredLanguage']),
  actions: [
    {
      id: 'link',
      icon: IconLink,
      label: () => i18next.t('users:link'),
      needs: { entity: 'investors', verb: 'link' },
      appliesTo: ({ role }) => role === 'INVESTOR',
      opens: preloadable(() => import('./link-records.tsx').then((each) => each.LinkRecords)),
    },
    {
      id: 'reset',
      icon: IconKey,
      label: () => i18next.t('users:reset'),
      needs: { entity: 'users', verb: 'reset' },
      appliesTo: ({ id, isActive }, identity) => isActive && id !== identity.id,
      opens: preloadable(() => import('./reset-password.tsx').then((each) => each.ResetPassword)),
    },
    {
      id: 'reset-factor',
      icon: IconShieldX,
      label: () => i18next.t('users:resetFactor'),
      needs: { entity: 'users', verb: 'removeTotp' },
      appliesTo: (user, identity) => hasSecondFactor(user) && user.id !== identity.id,
      isDanger: true,
      opens: preloadable(() => import('./reset-totp.tsx').then((each) => each.ResetTotp)),
    },
    {
      id: 'reactivate',
      icon: IconUserCheck,
      label: () => i18next.t('users:reactivate'),
      needs: { entity: 'users', verb: 'update' },
      appliesTo: ({ isActive }) => !isActive,
      run: (user, _, store) =>
        void reportResult(
          () => store.update('users', user, { isActive: true }),
          () => toast.success(i18next.t('users:reactivated')),
          i18next.t('users:reactivateFailed'),
        ),
    },
    {
      id: 'deactivate',
      icon: IconUserOff,
      label: () => i18next.t('users:deactivate'),
      needs: { entity: 'users', verb: 'update' },
      appliesTo: ({ isActive }) => isActive,
      isDanger: true,
      opens: preloadable(() => import('./deactivate.tsx').then((each) => each.Deactivate)),
    },
  ],
  columns: {
    primary: {
      about: ({ email }) => <Email>{email}</Email>,
      badge: ({ id, isActive }) => (
        <>
          <YouBadge id={id} />
          {!isActive && <Badge tone="danger">{i18next.t('users:choices.isActive.false')}</Badge>}
        </>
      ),
    },
    others: [
      { field: 'role', width: '9.5rem', drops: 'first' },
      {
        id: 'records',
        header: () => i18next.t('users:records'),
        width: '8rem',
        drops: 'first',
        cell: ({ id }) => <LinkedRecords id={id} />,
      },
      { field: 'invitedBy', width: '7.5rem', drops: 'first' },
      {
        id: 'lastContact',
        header: () => i18next.t('users:lastContact'),
        width: '7.5rem',
        drops: 'first',
        cell: (user) => <LastContact user={user} />,
        sort: ({ lastLogin }) => lastLogin,
      },
    ],
  },
})
