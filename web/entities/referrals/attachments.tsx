import { IconExternalLink } from '@tabler/icons-react'
import i18next from 'i18next'
import { filePathOf } from '#schema/kernel/files.ts'
import type { Row } from '#schema/registry.ts'
import { uploadAction } from '#web/records/files/upload-action.tsx'
import { viewAddress } from '#web/records/files/view-address.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { safeAddress } from '#web/records/columns/file-link.tsx'
import { recordTab } from '#web/records/details/record-tab.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { AttachmentName } from './attachment-name.tsx'

/** Other attachments link to external addresses. */
const isFile = ({ id, documentUrl }: Row<'referralAttachments'>): boolean =>
  documentUrl === filePathOf(id, 'referralAttachments')

/** Undefined while the file waits for its upload. */
function addressOf(attachment: Row<'referralAttachments'>): string | undefined {
  const isPending = attachment.version === 0 && isFile(attachment)
  return isPending ? undefined : safeAddress(attachment.documentUrl)
}

export const attachmentsTab = recordTab({
  entity: 'referralAttachments',
  via: 'referralId',
  form: formOf('referralAttachments', [
    { field: 'documentName', isWide: true },
    { field: 'documentUrl', isWide: true },
    'description',
    'notes',
  ]),
  deletePlan: true,
  createDialog: preloadable(() => import('./add-attachment.tsx').then((each) => each.AddAttachment)),
  actions: [
    {
      id: 'view',
      icon: IconExternalLink,
      label: () => i18next.t('referralAttachments:view'),
      href: (attachment) =>
        viewAddress('referralAttachments', attachment, attachment.documentUrl) ?? addressOf(attachment),
      opensNewTab: true,
    },
    { ...uploadAction('referralAttachments'), appliesTo: isFile },
  ],
  cell: (row, field) => (field === 'documentName' ? <AttachmentName row={row} /> : undefined),
  columns: ['documentName', 'description', 'notes'],
  newestFirst: (one, other) => (one.createdAt > other.createdAt ? -1 : 1),
})
