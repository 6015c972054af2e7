import { IconBan, IconLink, IconMail, IconSend } from '@tabler/icons-react'
import i18next from 'i18next'
import type { Row } from '#schema/registry.ts'
import { statusLabel } from '#web/records/names/entity-texts.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { isMailed, invitationLink } from './invitation-link.ts'

type Invitation = Row<'userInvitations'>
const searchText = ({ email, status }: Invitation): string => `${email} ${statusLabel('userInvitations', status)}`
const isOpen = ({ status }: Invitation): boolean => status === 'PENDING'

export const UserInvitationsScreen = recordScreen({
  entity: 'userInvitations',
  icon: IconMail,
  searchText: () => searchText,
  reads: ['users'],
  filters: ['status', 'role'],
  form: formOf('userInvitations', [{ field: 'email', isWide: true }, 'role', 'investorId', 'message']),
  actionAfterCreate: 'share',
  actions: [
    {
      id: 'share',
      icon: IconLink,
      label: () => i18next.t('userInvitations:share'),
      appliesTo: (row) => isOpen(row) && (invitationLink(row) !== undefined || isMailed(row)),
      opens: preloadable(() => import('./share-link.tsx').then((each) => each.ShareLink)),
    },
    {
      id: 'resend',
      icon: IconSend,
      label: () => i18next.t('userInvitations:resend'),
      needs: { entity: 'userInvitations', verb: 'resend' },
      appliesTo: ({ status }) => status === 'PENDING' || status === 'EXPIRED',
      opens: preloadable(() => import('./resend.tsx').then((each) => each.Resend)),
    },
    {
      id: 'revoke',
      icon: IconBan,
      label: () => i18next.t('userInvitations:revoke'),
      needs: { entity: 'userInvitations', verb: 'revoke' },
      appliesTo: isOpen,
      isDanger: true,
      opens: preloadable(() => import('./revoke.tsx').then((each) => each.Revoke)),
    },
  ],
  columns: {
    primary: {
      nameField: 'email',
      about: (row) => (
        <>
          {row.invitedBy && (
            <Sentence
              format={(name) => i18next.t('userInvitations:by', { name })}
              parts={[<RecordValue key="name" entity="userInvitations" row={row} field="invitedBy" />]}
            />
          )}
          {row.investorId && (
            <>
              {' · '}
              <RecordValue entity="userInvitations" row={row} field="investorId" />
            </>
          )}
        </>
      ),
    },
    others: [
      { field: 'role', width: '11rem' },
      { field: 'status', width: '7.5rem' },
      {
        id: 'expiresAt',
        header: () => i18next.t('userInvitations:fields.expiresAt'),
        width: '12rem',
        cell: (row) => (isOpen(row) ? <Moment at={row.expiresAt} /> : i18next.t('common:none')),
        sort: ({ expiresAt }) => expiresAt,
      },
    ],
  },
})
