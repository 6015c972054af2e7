// The papers of a referral contact: a tab of the contact's details.
import { IconExternalLink } from '@tabler/icons-react'
import i18next from 'i18next'
import { formOf } from '#web/records/form-of.ts'
import { addressOfPaper } from '#web/records/paper-name.tsx'
import { recordTab } from '#web/records/record-tab.tsx'

export const attachmentsTab = recordTab({
  entity: 'referralAttachments',
  via: 'referralId',
  form: formOf('referralAttachments', [
    { field: 'documentName', isWide: true },
    { field: 'documentUrl', isWide: true },
    'description',
    'notes',
  ]),
  deletes: true,
  actions: [
    {
      id: 'view',
      icon: IconExternalLink,
      label: () => i18next.t('referralAttachments:view'),
      href: ({ documentUrl }) => addressOfPaper(documentUrl),
      isElsewhere: true,
    },
  ],
  columns: ['documentName', 'description', 'notes'],
  newestFirst: (one, other) => (one.createdAt > other.createdAt ? -1 : 1),
})
